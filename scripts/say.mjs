/** The time since `start` (from performance.now()) in seconds, formatted. */
export const since = start => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Prints what is being done, does it, and prints how long it took. */
export const step = async (doing, done, work) => {
  const start = performance.now()
  console.log(`${doing} …`)
  const result = await work()
  console.log(`${done} in ${since(start)}.`)
  return result
}

/** Prints a message and exits with an error. */
export const stop = sentence => {
  console.error(sentence)
  process.exit(1)
}
