import { fail } from '../../kernel/errors/fail.ts'
import { fairQueue } from '../../kernel/workers/worker-queue.ts'

/** Documents that are sealed concurrently; each takes up to 25 MB of memory while it waits for a time stamp. */
const AT_ONCE = 8
/** The maximum of one service company among them. */
const OF_ONE_COMPANY = 4
const WAITING = { total: 400, perCaller: 100 }
const RETRY_AFTER_SECONDS = 15

/** See `Seal.turn`. */
export const openSealTurns = () => {
  const waiting = fairQueue<() => void>(WAITING)
  const running = new Map<string, number>()
  let all = 0

  const count = (company: string, more: 1 | -1) => {
    all += more
    const left = (running.get(company) ?? 0) + more
    if (left > 0) running.set(company, left)
    else running.delete(company)
  }

  const begin = () => {
    while (all < AT_ONCE) {
      const next = waiting.take(company => (running.get(company) ?? 0) < OF_ONE_COMPANY)
      if (!next) return
      count(next.caller, 1)
      next.item()
    }
  }

  return async <T>(serviceCompanyId: number, work: () => Promise<T>): Promise<T> => {
    const company = String(serviceCompanyId)
    await new Promise<void>(resolve => {
      if (waiting.add(company, resolve)) fail('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS })
      begin()
    })
    try {
      return await work()
    } finally {
      count(company, -1)
      begin()
    }
  }
}
