import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller, WorkerTask } from '../../kernel/workers/worker-task.ts'
import type { MailRefusal, ReceivedMail } from './message.ts'

/** Bytes; what a message may measure, encoded as it is sent. */
export const MAIL_MAX = 50 * 1024 * 1024

/** How long the reading of a message may take, in milliseconds. */
export const READ_LIMIT_MS = 20_000

const parseTask: WorkerTask<
  { raw: Uint8Array; conversation: readonly string[] | undefined },
  { mail: ReceivedMail } | { refused: MailRefusal }
> = {
  name: 'read mail',
  // A message of the greatest length takes about a second.
  timeLimitMs: READ_LIMIT_MS,
  load: async () => {
    const { parseMail } = await import('./parse-mail.ts')
    return ({ raw, conversation }) => parseMail(raw, conversation)
  },
}

/**
 * Reads a raw message in a worker process; `conversation` has the texts that it answers. `refused` says why a message cannot be read that no honest sender writes. It may wait for its
 * turn, so it must not be called in an open transaction. Throws `WorkerQueueFull` (try again) and `WorkerLimitExceeded` (never readable).
 */
export const readMail = async (
  workers: WorkerPool,
  raw: Uint8Array,
  caller: WorkerCaller,
  conversation?: readonly string[],
): Promise<{ mail: ReceivedMail } | { refused: MailRefusal }> =>
  raw.byteLength > MAIL_MAX ? { refused: 'too_large' } : workers.run(parseTask, () => ({ raw, conversation }), caller)

/** The worker tasks of this folder. */
export const mailTasks = [parseTask] as const
