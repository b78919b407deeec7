/** Seconds since `start` (of performance.now()), as people read them. */
export const since = start => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Says what is being done, does it, and says how long it took. */
export const step = async (doing, done, work) => {
  const start = performance.now()
  console.log(`${doing} …`)
  const result = await work()
  console.log(`${done} in ${since(start)}.`)
  return result
}

/** Stops with a sentence. */
export const stop = sentence => {
  console.error(sentence)
  process.exit(1)
}
