import { DotReporter } from 'vitest/node'
import { everyMinute } from './every-minute.mjs'

/**
 * What `npm test` prints of vitest where nobody watches: a line a minute, then what failed and the counts.
 * @public
 */
export default class VitestLogReporter extends DotReporter {
  // Not a sign for each test.
  onTestCaseReady() {}

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.progress = everyMinute(line => this.ctx.logger.log(line))
  }

  onTestCaseResult(test) {
    const { state } = test.result()
    if (state !== 'skipped') this.progress.count(state === 'failed')
  }

  onTestRunEnd(...ended) {
    this.progress.stop()
    super.onTestRunEnd(...ended)
  }
}
