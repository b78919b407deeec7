import { stripVTControlCharacters } from 'node:util'
import { everyMinute } from './every-minute.mjs'

/**
 * What `npm test` prints of the browser suite where nobody watches: a line a minute, and each failure when it happens.
 * @public
 */
export default class PlaywrightLogReporter {
  printsToStdio() {
    return true
  }

  onBegin() {
    this.progress = everyMinute()
  }

  onTestEnd(test, { status, errors }) {
    const isFailed = status !== 'skipped' && status !== test.expectedStatus
    if (status !== 'skipped') this.progress.count(isFailed)
    if (isFailed) console.log(`✗ ${test.titlePath().filter(Boolean).join(' › ')}\n${errors.map(said).join('\n')}`)
  }

  onError(error) {
    console.log(said(error))
  }

  onEnd() {
    this.progress.stop()
  }
}

const said = ({ message, stack, value }) => stripVTControlCharacters(stack ?? message ?? value)
