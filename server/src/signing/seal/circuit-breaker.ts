/** A request was not made, because an earlier one has failed a moment ago. */
class NotAsked extends Error {
  override name = 'NotAsked'
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Keeps requests from a server that does not answer: after a failure none is made for `pause` milliseconds, then one alone tries. What
 * `isFailure` denies leaves it as it is.
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
