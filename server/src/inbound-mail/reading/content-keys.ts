import { createHash } from 'node:crypto'
import { headersOf, headerValues, inParts, splitMail } from './raw-mail.ts'

const withUnixLines = (text: string): string => text.replace(/\r\n/g, '\n')

/** A body with line ends as Unix has them and without the white space at its end, in parts. */
async function* normalised(body: Buffer): AsyncGenerator<string> {
  let cut = ''
  /** White space that is the end of the body unless something follows. */
  let held: string[] = []
  for await (const part of inParts(body)) {
    const text = cut + part.toString('latin1')
    cut = text.endsWith('\r') ? '\r' : ''
    const lines = withUnixLines(cut ? text.slice(0, -1) : text)
    const words = lines.trimEnd()
    if (words !== '') {
      yield* held
      yield words
      held = []
    }
    held.push(lines.slice(words.length))
  }
}

/** The words of `From` with an @ within. */
const sendersOf = (raw: Buffer): string[] =>
  headerValues(raw, 'from')
    .flatMap(line => line.toLowerCase().split(/[\s<>"(),:;]+/))
    .filter(word => word.slice(1, -1).includes('@'))

/**
 * What makes a mail the same mail: its Message-ID, its sender and its body. The servers on its way add headers, and each of our addresses gets
 * it with others; two ways in may differ in line ends, too. Without the sender, whoever gets a copy could send it on in a name of their own
 * and have the original taken for known. `olderContentKey` is what mails got before the sender counted.
 */
export const contentKeysOf = async (raw: Buffer): Promise<{ contentKey: Buffer; olderContentKey: Buffer }> => {
  const [messageId = ''] = headerValues(raw, 'message-id')
  // Without an id, equal bodies may well be two mails.
  const begun = createHash('sha256').update(messageId || withUnixLines(headersOf(raw)).trimEnd())
  const older = begun.copy().update('\0')
  const newer = begun.update(`\0${sendersOf(raw).join(',')}\0`)
  for await (const text of normalised(splitMail(raw).body)) {
    older.update(text)
    newer.update(text)
  }
  return { contentKey: newer.digest(), olderContentKey: older.digest() }
}
