import type { CssFault, CssFaultCode } from '@portico/contract/staff/portals'
import { ident, parse, string, tokenize, tokenNames, url } from 'css-tree'

type Token = { name: string; start: number; end: number }

/** How many faults are reported at most; a sheet with more has the same one again and again. */
const MOST_FAULTS = 50
/** Brackets within brackets; the parser descends into each. */
const DEEPEST = 100

/** Functions whose texts are addresses, and in which no variable may stand for one. */
const ADDRESSED = new Set(['url', 'src', 'image-set', '-webkit-image-set', 'image', 'cross-fade', '-webkit-cross-fade'])
const VARIABLE = new Set(['var', 'env', 'attr'])

const CLOSERS: Record<string, string> = {
  '(-token': ')-token',
  '[-token': ']-token',
  '{-token': '}-token',
  'function-token': ')-token',
}
const isSkipped = ({ name }: Token) => name === 'whitespace-token' || name === 'comment-token'

/** Whether an address leads to nothing but this portal's pictures: part of the sheet itself, of the page, or a public picture. */
const isOwnAddress = (address: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(address) ||
  /^#[\w-]*$/.test(address) ||
  /^\/api\/pictures\/[\w-]+\.\w+$/.test(address)

/** Turns an offset into a line and a column, both from 1. */
const placesOf = (css: string) => {
  const starts = [0]
  for (const { index, 0: end } of css.matchAll(/\r\n|[\n\r\f]/g)) starts.push(index + end.length)
  return (offset: number) => {
    let line = starts.length
    while (line > 1 && (starts[line - 1] ?? 0) > offset) line -= 1
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

const tokensOf = (css: string): Token[] => {
  const tokens: Token[] = []
  tokenize(css, (type, start, end) => void tokens.push({ name: tokenNames[type] ?? '', start, end }))
  return tokens.filter(token => !isSkipped(token))
}

/** Why a sheet could do more than give its portal a look. */
const findUnsafe = (css: string, add: (code: CssFaultCode, offset: number) => void): { depth: number } => {
  const tokens = tokensOf(css)
  const textOf = ({ start, end }: Token) => css.slice(start, end)
  const nameOf = (token: Token) => ident.decode(textOf(token).replace(/\($/, '')).toLowerCase()
  const open: (Token & { closer: string; called: string })[] = []
  let depth = 0

  const checkAddress = (address: string, { start }: Token) => {
    if (!isOwnAddress(address.trim())) add('address', start)
  }
  /** The values of a declaration whose name is at `at`. */
  const valuesFrom = (at: number) => {
    const values: Token[] = []
    for (const token of tokens.slice(at, at + 20)) {
      if (token.name === 'semicolon-token' || token.name === '}-token') break
      values.push(token)
    }
    return values
  }

  for (const [at, token] of tokens.entries()) {
    const inside = open.at(-1)
    switch (token.name) {
      case 'at-keyword-token':
        if (ident.decode(textOf(token).slice(1)).toLowerCase() === 'import') add('import', token.start)
        break
      case 'url-token':
        checkAddress(url.decode(textOf(token)), token)
        break
      case 'bad-url-token':
        add('address', token.start)
        break
      case 'string-token': {
        const text = string.decode(textOf(token))
        if (inside && ADDRESSED.has(inside.called)) checkAddress(text, token)
        if (text.includes('viewing-bar')) add('seeAs', token.start)
        break
      }
      case 'function-token': {
        const called = nameOf(token)
        // Browsers read `url` with an escape as an address that needs no quotes; the tokens here are then no longer theirs.
        const isEscaped = called === 'url' && textOf(token).toLowerCase() !== 'url('
        if (called === 'src' || isEscaped) add('address', token.start)
        if (VARIABLE.has(called) && open.some(one => ADDRESSED.has(one.called))) add('address', token.start)
        break
      }
      case 'ident-token': {
        const name = nameOf(token)
        if (name.includes('viewing-bar')) add('seeAs', token.start)
        const before = tokens[at - 1]?.name
        const isDeclared = before === undefined || ['{-token', '}-token', 'semicolon-token'].includes(before)
        if (name === 'position' && isDeclared && tokens[at + 1]?.name === 'colon-token')
          for (const value of valuesFrom(at + 2))
            if (value.name === 'function-token' || (value.name === 'ident-token' && nameOf(value) === 'fixed'))
              add('fixed', token.start)
        const next = tokens[at + 1]
        if (
          inside?.name === '[-token' &&
          name === 'value' &&
          next?.name === 'delim-token' &&
          /^[=~|^$*]$/.test(textOf(next))
        )
          add('inputValue', inside.start)
        break
      }
      case 'hash-token':
        if (ident.decode(textOf(token).slice(1)).includes('viewing-bar')) add('seeAs', token.start)
        break
    }
    const closer = CLOSERS[token.name]
    if (closer) {
      open.push({ ...token, closer, called: token.name === 'function-token' ? nameOf(token) : '' })
      depth = Math.max(depth, open.length)
      if (depth > DEEPEST) {
        add('tooDeep', token.start)
        return { depth }
      }
    } else if (inside && token.name === inside.closer) open.pop()
    else if (token.name === '}-token') add('unread', token.start)
  }
  for (const { start } of open) add('unread', start)
  return { depth }
}

/** Whether a rule within a rule begins there: the parser knows only some of those that browsers do. */
const isNestedRule = (css: string, offset: number) => {
  const end = /[;{}]/g
  end.lastIndex = offset
  return end.exec(css)?.[0] === '{'
}

/**
 * Finds what a portal's style sheet may not do, and (`unread`) what browsers would skip: in the order of the text, with line and column. It
 * looks at the tokens, which are the same for every browser, not at rules, which are not.
 */
export const findCssFaults = (css: string): CssFault[] => {
  const placeOf = placesOf(css)
  const found = new Map<string, CssFault & { offset: number }>()
  const counts = { unread: 0, unsafe: 0 }
  const add = (code: CssFaultCode, offset: number) => {
    const kind = code === 'unread' ? 'unread' : 'unsafe'
    counts[kind] += 1
    if (counts[kind] > MOST_FAULTS) return
    const place = placeOf(offset)
    found.set(`${code} ${place.line} ${place.column}`, { code, ...place, offset })
  }
  const end = /<\/style/i.exec(css)
  if (end) add('styleEnd', end.index)
  const { depth } = findUnsafe(css, add)
  if (depth <= DEEPEST)
    parse(css, {
      parseValue: true,
      parseCustomProperty: false,
      onParseError: error => {
        const offset = 'offset' in error ? Number(error.offset) : 0
        if (!isNestedRule(css, offset)) add('unread', offset)
      },
    })
  return [...found.values()]
    .sort((a, b) => Number(a.code === 'unread') - Number(b.code === 'unread') || a.offset - b.offset)
    .slice(0, MOST_FAULTS)
    .map(({ code, line, column }) => ({ code, line, column }))
}
