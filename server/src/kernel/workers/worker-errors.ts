/** There is no room in the queue. `ownLoad`: the caller's own tasks fill it; otherwise those of all callers do. */
export class WorkerQueueFull extends Error {
  override name = 'WorkerQueueFull'
  readonly ownLoad: boolean

  constructor(ownLoad: boolean) {
    super(ownLoad ? 'Too many files of yours are being read.' : 'Too many files are being read.')
    this.ownLoad = ownLoad
  }
}

/** A task was ended because its input takes more time or memory than is allowed, or because it broke its process. */
export class WorkerLimitExceeded extends Error {
  override name = 'WorkerLimitExceeded'
  readonly limit: 'time' | 'memory' | 'crash'

  constructor(limit: 'time' | 'memory' | 'crash', detail = '') {
    super(`A task in a worker process reached its limit (${limit})${detail && `: ${detail}`}`)
    this.limit = limit
  }
}

/** The function of a task threw, or its process did not start: a fault of ours. */
export class WorkerTaskFailed extends Error {
  override name = 'WorkerTaskFailed'
}

/** What is said of a field whose text or file was beyond the limits, behind the field's name. */
export const TOO_MUCH_TO_READ = 'takes too much time or memory to read'
