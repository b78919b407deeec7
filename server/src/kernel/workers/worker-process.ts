import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORKER_READY, type WorkerReply, type WorkerRequest } from './serve-worker-tasks.ts'
import { WorkerLimitExceeded, WorkerTaskFailed } from './worker-errors.ts'
import { type MessagePart, receiveParts, sendInParts } from './worker-messages.ts'

/** Limits in bytes: JavaScript's heap, and the resident memory of the process including buffers. */
export type WorkerMemory = { heap: number; resident: number }

/** A process that does one task at a time. */
export type WorkerProcess = {
  /**
   * Runs a task. Its limit is processor time where the system reports it. Throws `WorkerLimitExceeded`, after which the process is gone, or
   * `WorkerTaskFailed`.
   */
  run(request: WorkerRequest, timeLimitMs: number): Promise<unknown>
  /** Whether it can run another task. */
  reusable(): boolean
  /** Kills the process and waits until it has ended. */
  end(): Promise<void>
}

const START_LIMIT_MS = 30_000
const USAGE_CHECK_MS = 100
/** On a busy machine a task waits for a processor, so it may take this many times its limit of wall-clock time. */
const CLOCK_FACTOR = 6
/** A process with more resident memory than this after a task, in bytes, is not reused. */
const KEPT_RESIDENT_MAX = 192 * 1024 * 1024
const MB = 1024 * 1024

const start = (entry: URL, { heap }: WorkerMemory): ChildProcess => {
  const path = fileURLToPath(entry)
  // In a source checkout the entry is TypeScript, loaded by tsx, which is a development dependency.
  const loader = path.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps']
  return fork(path, [], {
    cwd: dirname(path),
    // An empty environment, so that it holds none of the server's secrets.
    env: {},
    execArgv: [`--max-old-space-size=${Math.round(heap / MB)}`, '--max-semi-space-size=8', ...loader],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Reads a file that the kernel makes from memory; to have it read in another thread would take ten times as long. */
const readProcess = (pid: number | undefined, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The resident bytes of a process; undefined where the system does not report them. */
const residentOf = (pid: number | undefined): number | undefined => {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The milliseconds of processor time that a process has used; undefined where the system does not report them. */
const cpuMsOf = (pid: number | undefined): number | undefined => {
  const stat = readProcess(pid, 'stat')
  // Fields 14 and 15 of proc(5), in hundredths of a second, counted after the process name, which may contain any character.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12)
  return system === undefined ? undefined : (Number(user) + Number(system)) * 10
}

/** Starts a worker process. `entry` is a module that calls `serveWorkerTasks`. */
export const startWorkerProcess = (entry: URL, memory: WorkerMemory): WorkerProcess => {
  const child = start(entry, memory)
  let killedFor: 'time' | 'memory' | undefined
  let ended = false
  let heavy = false
  let written = ''
  let onReply: (reply: WorkerReply) => void = () => undefined
  const kill = (limit?: 'time' | 'memory') => {
    killedFor ??= limit
    child.kill('SIGKILL')
  }

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(0, 2000)
  })
  const gone = new Promise<void>(resolve => {
    child.once('error', error => {
      written ||= error.message
      ended = true
      resolve()
    })
    // `close` instead of `exit`, so that its output has been read completely.
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  const receive = receiveParts(reply => onReply(reply as WorkerReply))
  const ready = new Promise<void>(resolve => {
    child.on('message', message => (message === WORKER_READY ? resolve() : receive(message as MessagePart)))
  })

  /** Derives from the end of the process what happened to the running task. */
  const causeOfEnd = () => {
    if (killedFor) return new WorkerLimitExceeded(killedFor)
    const outOfMemory = /heap|out of memory|allocation failed/i.test(written) || child.signalCode === 'SIGKILL'
    return new WorkerLimitExceeded(outOfMemory ? 'memory' : 'crash', written.trim().split('\n')[0])
  }

  /** An unreferenced process does not keep the server from exiting. */
  const setReferenced = (referenced: boolean) => {
    const change = referenced ? 'ref' : 'unref'
    child[change]()
    child.channel?.[change]()
    // A pipe is a socket at run time, but not by its type.
    const { stderr } = child
    if (stderr && change in stderr) (stderr as unknown as Record<typeof change, () => void>)[change]()
  }

  const started = async () => {
    const limit = setTimeout(kill, START_LIMIT_MS)
    try {
      await Promise.race([ready, gone])
    } finally {
      clearTimeout(limit)
    }
    if (ended) throw new WorkerTaskFailed(`A worker process did not start: ${written}`)
  }

  const answer = async (request: WorkerRequest): Promise<WorkerReply> => {
    const reply = new Promise<WorkerReply>(resolve => {
      onReply = resolve
    })
    const send = (part: MessagePart) =>
      new Promise<void>((resolve, reject) => {
        child.send(part, error => (error ? reject(error) : resolve()))
      })
    // If a process ends while it is being written to, its exit is the error to report, not the broken pipe.
    const sent = sendInParts(request, send).catch(() => gone)
    const result = await Promise.race([reply, gone])
    await sent
    if (result === undefined) throw causeOfEnd()
    return result
  }

  return {
    async run(request, timeLimitMs) {
      setReferenced(true)
      await started()
      const used = cpuMsOf(child.pid)
      const limit = setTimeout(() => kill('time'), timeLimitMs * (used === undefined ? 1 : CLOCK_FACTOR))
      const watch = setInterval(() => {
        if ((residentOf(child.pid) ?? 0) > memory.resident) kill('memory')
        if (used !== undefined && (cpuMsOf(child.pid) ?? 0) - used > timeLimitMs) kill('time')
      }, USAGE_CHECK_MS)
      try {
        const reply = await answer(request)
        if ('error' in reply) throw new WorkerTaskFailed(reply.error)
        heavy = reply.residentBytes > KEPT_RESIDENT_MAX
        return reply.output
      } finally {
        clearTimeout(limit)
        clearInterval(watch)
        setReferenced(false)
      }
    },
    reusable: () => !ended && !heavy && child.connected && !child.killed,
    end: () => {
      setReferenced(true)
      kill()
      return gone
    },
  }
}
