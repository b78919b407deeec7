const REPLACED = '\ufffd'

/** What UTF-8 looks like if it is read as Windows-1252: two or three signs for a letter. */
const MISREAD = /Ã[\u0080-\u00bf\u2018-\u203a\u0192\u02c6\u02dc€™š›œžŸ]|â€|ï¿½/

/** The charset that a page names itself. */
const META = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w.:-]{2,40})/i

const isCharset = (label: string) => {
  try {
    return new TextDecoder(label).encoding !== 'utf-8'
  } catch {
    return false
  }
}

/** What the text of a mail is read as that is no UTF-8, though it or nobody says so: what its page names, else Windows-1252. */
export const likelyCharset = (html: string): string => {
  const named = META.exec(html.slice(0, 10_000))?.[1] ?? ''
  return isCharset(named) ? named : 'windows-1252'
}

/** Whether letters were lost, so that another charset is worth a try. */
export const hasLostLetters = (text: string): boolean => text.includes(REPLACED)

const betterLine = (line: string, other: string) =>
  hasLostLetters(line) && !hasLostLetters(other) && !MISREAD.test(other) ? other : line

/** The text with each line by the other charset that lost letters, unless it was UTF-8 after all and holds a broken letter. */
export const betterRead = (text: string, read: string): string => {
  const lines = text.split('\n')
  const others = read.split('\n')
  if (lines.length !== others.length) return betterLine(text, read)
  return lines.map((line, at) => betterLine(line, others[at] ?? '')).join('\n')
}

/** Bytes of a message in which its text parts, with the headers of them, begin. */
const HEAD = 64 * 1024
const SAID = /(^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*?charset=)"?utf-?8"?/gim
const SILENT = /^(content-type:[ \t]*text\/(?:html|plain))(?=[ \t]*(?:;|\r?$))(?!(?:[^\r\n]|\r?\n[ \t])*charset)/gim

/** The message with another charset for each text that says it is UTF-8, or says nothing. */
export const withCharset = (raw: Uint8Array, charset: string): Uint8Array => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const head = bytes
    .subarray(0, HEAD)
    .toString('latin1')
    .replace(SAID, `$1${charset}`)
    .replace(SILENT, `$1; charset=${charset}`)
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(HEAD)])
}

const WORD = /=\?([\w.:-]{2,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/i
/** Encoded words (RFC 2047) of one header, which white space parts. */
const WORDS = /=\?[\w.:*-]{2,60}\?[bq]\?[^?\s]*\?=(?:\s+(?==\?[\w.:*-]{2,60}\?[bq]\?[^?\s]*\?=))?/gi

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text
          .replaceAll('_', ' ')
          .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )

/** Decodes a header, its words of one charset joined before, so that a letter may stand in two of them. */
export const decodeWords = (value: string): string => {
  let pending: { charset: string; bytes: Buffer[] } | undefined
  let text = ''
  let from = 0
  const flush = () => {
    if (pending)
      text += isCharset(pending.charset)
        ? new TextDecoder(pending.charset).decode(Buffer.concat(pending.bytes))
        : Buffer.concat(pending.bytes).toString()
    pending = undefined
  }
  for (const match of value.matchAll(WORDS)) {
    const between = value.slice(from, match.index)
    const [, charset = '', encoding = '', encoded = ''] = WORD.exec(match[0]) ?? []
    if (between !== '' || pending?.charset !== charset.toLowerCase()) flush()
    text += between
    pending ??= { charset: charset.toLowerCase(), bytes: [] }
    pending.bytes.push(bytesOf(encoding, encoded))
    from = match.index + match[0].length
  }
  flush()
  return text + value.slice(from)
}
