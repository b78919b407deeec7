import { since } from '../say.mjs'

/** Counts finished tests and says so once a minute, for output that nobody watches: a log has no use for a line that moves. */
export const everyMinute = (print = console.log) => {
  const start = performance.now()
  const ended = { passed: 0, failed: 0 }
  const timer = setInterval(
    () => print(`${since(start)}: ${ended.passed} passed, ${ended.failed} failed so far`),
    60_000,
  )
  timer.unref()
  return {
    count: isFailed => {
      ended[isFailed ? 'failed' : 'passed'] += 1
    },
    stop: () => clearInterval(timer),
  }
}
