/** What a mail server has found by one check. Names are in lower case, values as they stand there. */
export type CheckResult = {
  method: string
  result: string
  properties: ReadonlyMap<string, string>
  comments: readonly string[]
}

/** The value of an `Authentication-Results` header, with the server that wrote it. */
export type AuthenticationResults = { server: string; results: CheckResult[] }

const VALUE_MAX = 20_000

type Part = { words: string[]; comments: string[] }

/**
 * Splits a value at its semicolons and blanks, but not within quoted strings and comments: part of it is what the sender of the mail has
 * chosen, such as `smtp.mailfrom="; dmarc=pass"@evil.example`. Undefined where it is not as the standard has it, and where a comment has a
 * quote, in which a server may have copied an address without escaping it.
 */
const readParts = (value: string): Part[] | undefined => {
  let part: Part = { words: [], comments: [] }
  const parts = [part]
  let word: string | undefined
  let comment = ''
  let depth = 0
  let isQuoted = false
  const endWord = () => {
    if (word !== undefined) part.words.push(word)
    word = undefined
  }
  for (let at = 0; at < value.length; at += 1) {
    let sign = value.charAt(at)
    const isEscaped = sign === '\\' && (depth > 0 || isQuoted)
    if (isEscaped) {
      at += 1
      if (at === value.length) return undefined
      sign = value.charAt(at)
    }
    if (depth > 0) {
      if (sign === '"' && !isEscaped) return undefined
      if (!isEscaped && sign === '(') depth += 1
      if (!isEscaped && sign === ')') depth -= 1
      if (depth > 0) comment += sign
      else part.comments.push(comment)
    } else if (isEscaped) word = (word ?? '') + sign
    else if (sign === '"') {
      isQuoted = !isQuoted
      word ??= ''
    } else if (isQuoted) word = (word ?? '') + sign
    else if (sign === '(') {
      endWord()
      comment = ''
      depth = 1
    } else if (sign === ')') return undefined
    else if (sign === ';') {
      endWord()
      part = { words: [], comments: [] }
      parts.push(part)
    } else if (/\s/.test(sign)) endWord()
    else word = (word ?? '') + sign
  }
  endWord()
  return depth > 0 || isQuoted ? undefined : parts
}

/** Joins `name = value`, which may have blanks around its sign. */
const joinPairs = (words: readonly string[]): string[] => {
  const pairs: string[] = []
  for (const word of words) {
    const last = pairs.at(-1)
    const isRest =
      last !== undefined && (word === '=' ? !last.includes('=') : last.endsWith('=') && !word.includes('='))
    if (isRest) pairs[pairs.length - 1] = last + word
    else pairs.push(word)
  }
  return pairs
}

/** Reads the value of an `Authentication-Results` header (RFC 8601, section 2.2); undefined for one that cannot be read for certain. */
export const readResults = (value: string): AuthenticationResults | undefined => {
  const parts = value.length > VALUE_MAX ? undefined : readParts(value)
  if (!parts) return undefined
  const [head, ...checks] = parts
  const results = checks.flatMap(({ words, comments }): CheckResult[] => {
    const [first = '', ...rest] = joinPairs(words)
    // A method may have a version: `dkim/1=pass`.
    const [, method = '', result = ''] = /^([\w-]+)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? []
    if (!method) return []
    const properties = new Map<string, string>()
    for (const pair of rest) {
      const sign = pair.indexOf('=')
      const name = pair.slice(0, sign).toLowerCase()
      if (sign > 0 && !properties.has(name)) properties.set(name, pair.slice(sign + 1))
    }
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties, comments }]
  })
  return { server: (head?.words[0] ?? '').toLowerCase(), results }
}
