/**
 * The processing of an untrusted file or text that runs in a worker process. `load` is the only place that imports the function. Input and
 * output are plain data and bytes (whatever `node:v8` serialises). A refusal that the caller must see is part of `Output`: an exception
 * counts as an internal error.
 */
export type WorkerTask<Input, Output> = {
  name: string
  /** Milliseconds of processor time after which the process is killed; wall-clock time on other systems than Linux. */
  timeLimitMs: number
  load: () => Promise<(input: Input) => Output | Promise<Output>>
}

/** The caller of a task: a service company, or an unauthenticated client by its address ({@link addressOf}). Each has its own queue. */
export type WorkerCaller = { serviceCompanyId: number } | { address: string }
