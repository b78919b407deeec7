/** The queue is full. `ownLoad`: with the caller's own tasks; otherwise with those of all callers. */
export class WorkerQueueFull extends Error {
  override name = 'WorkerQueueFull'
  readonly ownLoad: boolean

  constructor(ownLoad: boolean) {
    super(ownLoad ? 'Too many files of yours are being read.' : 'Too many files are being read.')
    this.ownLoad = ownLoad
  }
}

/** A task was ended because its input needs more time or memory than allowed, or crashed its process. */
export class WorkerLimitExceeded extends Error {
  override name = 'WorkerLimitExceeded'
  readonly limit: 'time' | 'memory' | 'crash'

  constructor(limit: 'time' | 'memory' | 'crash', detail = '') {
    super(`A task in a worker process reached its limit (${limit})${detail && `: ${detail}`}`)
    this.limit = limit
  }
}

/** The function of a task threw, or its process did not start: an internal error. */
export class WorkerTaskFailed extends Error {
  override name = 'WorkerTaskFailed'
}

/** The error message, after the field's name, for a text or file beyond the limits. */
export const TOO_MUCH_TO_READ = 'takes too much time or memory to read'
