/** The request was not made, because an earlier one has just failed. */
class NotAsked extends Error {
  override name = 'NotAsked'
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * A circuit breaker: after a failure no request is made for `pause` milliseconds, then a single one tries. Errors for which `isFailure` is
 * false do not count.
 */
export const circuitBreaker = (pause: number, isFailure: (error: unknown) => boolean = () => true) => {
  let failed: { reason: string; until: number } | undefined
  let trying = false

  return async <T>(request: () => Promise<T>): Promise<T> => {
    const isTrial = failed !== undefined
    if (failed && (trying || performance.now() < failed.until))
      throw new NotAsked(`It is not asked again so soon after a failure: ${failed.reason}`)
    if (isTrial) trying = true
    try {
      const answer = await request()
      failed = undefined
      return answer
    } catch (error) {
      if (isFailure(error)) failed = { reason: reasonOf(error), until: performance.now() + pause }
      throw error
    } finally {
      if (isTrial) trying = false
    }
  }
}
