/** Lets one piece of work begin only when the one before has ended: what it holds in memory is held once. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  let pending = 0
  return {
    /** How many pieces of work have not ended. */
    pending: (): number => pending,
    run: <T>(work: () => Promise<T>): Promise<T> => {
      pending += 1
      const turn = last.then(work).finally(() => {
        pending -= 1
      })
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
