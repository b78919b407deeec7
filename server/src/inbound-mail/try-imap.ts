import { type MailboxStep, type MailboxTrial, mailboxSteps } from '@portico/contract/staff/mail'
import { isLoopbackName } from '../kernel/http/host-header.ts'
import { RefusedAddress } from '../kernel/security/public-address.ts'
import { connectImap, describeImapError, failedStepOf, type ImapLocation, openFolder, within } from './imap.ts'
import type { MailboxPosition } from './mailbox-queries.ts'

const FOLDERS_MAX = 50
/** How long each step may take while somebody waits for the trial. */
const STEP_MS = 20_000

const stepsOf = ({ secure, host }: ImapLocation, failed: MailboxStep | null): MailboxTrial['steps'] => {
  const end = failed === null ? mailboxSteps.length : mailboxSteps.indexOf(failed)
  const isPlain = !secure && isLoopbackName(host)
  return mailboxSteps.map((step, at) => {
    if (at === end) return { step, state: 'failed' }
    if (at > end) return { step, state: 'untried' }
    return { step, state: step === 'secured' && isPlain ? 'skipped' : 'done' }
  })
}

/** A trial, and where the mail that comes from now on begins; null if it does not open. */
export type TriedMailbox = { trial: MailboxTrial; position: MailboxPosition | null }

/** Tries whether a mailbox opens, step by step, and changes nothing in it. Never throws. */
export const tryImap = async (
  location: ImapLocation,
  { limitMs = STEP_MS, ...login }: Parameters<typeof connectImap>[1],
): Promise<TriedMailbox> => {
  const failed = (step: MailboxStep, error: unknown, folders: string[] = []): TriedMailbox => ({
    trial: {
      ...{ opens: false, steps: stepsOf(location, step), messages: null, idle: null, folders },
      fault: (error instanceof RefusedAddress && error.fault) || null,
      problem: error instanceof RefusedAddress ? error.message : describeImapError(error),
    },
    position: null,
  })
  let client: Awaited<ReturnType<typeof connectImap>>
  try {
    client = await connectImap(location, { ...login, limitMs })
  } catch (error) {
    return failed(failedStepOf(error), error)
  }
  try {
    const { exists, uidValidity, uidNext } = await openFolder(client, location, limitMs)
    const idle = client.capabilities.has('IDLE')
    return {
      trial: {
        opens: true,
        steps: stepsOf(location, null),
        fault: null,
        problem: null,
        messages: exists,
        idle,
        folders: [],
      },
      position: { uidValidity, lastUid: uidNext - 1 },
    }
  } catch (error) {
    const listed = await within(limitMs, client.list()).catch(() => [])
    const folders = listed.map(({ path }) => path)
    return failed('opened', error, folders.includes(location.folder) ? [] : folders.slice(0, FOLDERS_MAX))
  } finally {
    // The trial is over, whether or not the server takes leave.
    void within(limitMs, client.logout()).catch(() => client.close())
  }
}
