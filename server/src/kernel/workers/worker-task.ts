/**
 * Work on a file or text of an outsider that runs in a worker process. `load` imports the function there and nowhere else; input
 * and output are plain data and bytes (whatever `node:v8` serializes). A refusal that the caller is to see is part of `Output`: what
 * the function throws is taken for a fault of ours.
 */
export type WorkerTask<Input, Output> = {
  name: string
  /** Milliseconds of processor time, after which the process is killed; without Linux, by the clock. */
  timeLimitMs: number
  load: () => Promise<(input: Input) => Output | Promise<Output>>
}

/** For whom a task runs: a service company, or a stranger by {@link addressOf}. Each of them has a queue of its own. */
export type WorkerCaller = { serviceCompanyId: number } | { address: string }
