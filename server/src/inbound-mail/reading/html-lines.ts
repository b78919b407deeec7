import { DomUtils, parseDocument } from 'htmlparser2'
import { findReply, type ReplyContext, type SplitLines } from './find-reply.ts'
import { type LineKind, lineKinds } from './line-kinds.ts'

type Document = ReturnType<typeof parseDocument>
type Node = Document['children'][number]

/** The parser's and the serialiser's stack stay far from their end; no mail program nests as deep. */
const MAX_DEPTH = 500

const BLOCKS = new Set(
  'address article blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody tr ul'.split(
    ' ',
  ),
)
const HIDDEN = new Set(['head', 'style', 'script', 'title', 'template', 'object', 'noscript'])

/** Elements by which mail programs mark what they have added. Outlook on the web puts `x_` before the names of what it quotes. */
const MARKS: [kind: LineKind, names: RegExp][] = [
  ['attribution', /(?:^|\s)(?:x_)?(?:gmail_attr|moz-cite-prefix)(?:\s|$)/],
  [
    'device',
    /(?:^|\s)(?:x_)?(?:gmail_signature(?:_prefix)?|moz-signature|Signature|AppleMailSignature|lineBreakAtBeginningOfSignature|ms-outlook-mobile-signature|protonmail_signature_block(?:-user)?)(?:\s|$)/,
  ],
  ['mark', /(?:^|\s)(?:x_)?(?:divRplyFwdMsg|appendonsend|zwchr|portico-reply-above|portico-preview)(?:\s|$)/],
  [
    'cited',
    /(?:^|\s)(?:x_)?(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)(?:\s|$)/,
  ],
]

type Line = { text: string; quotes: number; isCited: boolean; mark: LineKind | undefined; leaves: number[] }

const attributesOf = (node: Node): Record<string, string> => ('attribs' in node ? node.attribs : {})

const markOf = (node: Node): LineKind | undefined => {
  const { class: classes = '', id = '', 'data-marker': marker = '', type = '' } = attributesOf(node)
  if ('name' in node && node.name === 'blockquote' && type === 'cite') return 'cited'
  if (!classes && !id && !marker) return undefined
  if (marker === '__QUOTED_TEXT__') return 'cited'
  const names = `${classes} ${id}`
  return MARKS.find(([, pattern]) => pattern.test(names))?.[0]
}

/** Splits the text of `<pre>` at its line breaks, so that each node of text is part of one line. */
const splitPreformatted = (text: string, isPreformatted: boolean) =>
  isPreformatted ? text.split(/(?<=\n)/) : [text.replace(/\s+/g, ' ')]

/** Visits a document without recursion: elements when they are entered and left, and everything else. Throws beyond {@link MAX_DEPTH}. */
const walk = (document: Document, enter: (node: Node, depth: number) => boolean, leave: (node: Node) => void) => {
  const open: { node: Node | Document; next: number }[] = [{ node: document, next: 0 }]
  while (open.length > 0) {
    const top = open[open.length - 1] as (typeof open)[number]
    const child = 'children' in top.node ? top.node.children[top.next] : undefined
    top.next += 1
    if (!child) {
      open.pop()
      if (top.node !== document) leave(top.node as Node)
    } else if ('children' in child) {
      if (open.length > MAX_DEPTH) throw new RangeError('The HTML is nested too deep')
      if (enter(child, open.length)) open.push({ node: child, next: 0 })
    } else enter(child, open.length)
  }
}

/** The lines of a document as its reader sees them. Leaves are numbered in the document's order. */
const linesOf = (document: Document): { lines: Line[]; leaves: Node[] } => {
  const lines: Line[] = []
  const leaves: Node[] = []
  const quotes: { node: Node; isCited: boolean }[] = []
  const marks: { node: Node; mark: LineKind }[] = []
  let preformatted = 0
  let line: Line | undefined
  const quoting = () => ({ quotes: quotes.length, isCited: quotes.some(({ isCited }) => isCited) })
  const current = () => {
    line ??= { ...quoting(), text: '', mark: marks.at(-1)?.mark, leaves: [] }
    return line
  }
  const endLine = (always: boolean) => {
    if (line || always) lines.push(current())
    line = undefined
  }
  const addLeaf = (node: Node, text: string) => {
    const to = current()
    to.leaves.push(leaves.push(node) - 1)
    to.text += text
  }
  walk(
    document,
    node => {
      if (node.type === 'text') {
        const isBlank = node.data.trim() === ''
        // White space between blocks is no line.
        if (preformatted || !isBlank || line) addLeaf(node, node.data.replaceAll('\u00a0', ' ').replace(/\s+/g, ' '))
        if (preformatted && node.data.endsWith('\n')) endLine(true)
        return false
      }
      if (!('name' in node) || HIDDEN.has(node.name)) return false
      const mark = markOf(node)
      if (BLOCKS.has(node.name) || mark) endLine(false)
      if (node.name === 'br') {
        addLeaf(node, '')
        endLine(true)
      } else if (node.name === 'img') addLeaf(node, '[img]')
      else if (node.name === 'hr') {
        addLeaf(node, '-----')
        endLine(true)
      } else if (node.name === 'td' && line) line.text += ' '
      if (node.name === 'pre') preformatted += 1
      if (mark === 'mark') lines.push({ ...quoting(), text: '', mark, leaves: [] })
      else if (node.name === 'blockquote' || mark === 'cited') quotes.push({ node, isCited: mark === 'cited' })
      else if (mark) marks.push({ node, mark })
      return true
    },
    node => {
      if (!('name' in node)) return
      if (BLOCKS.has(node.name) || marks.at(-1)?.node === node || quotes.at(-1)?.node === node) endLine(false)
      if (node.name === 'pre') preformatted -= 1
      if (quotes.at(-1)?.node === node) quotes.pop()
      if (marks.at(-1)?.node === node) marks.pop()
    },
  )
  endLine(false)
  return { lines, leaves }
}

/** Parses HTML so that no text of `<pre>` holds more than one line. */
const parse = (html: string): Document => {
  const document = parseDocument(html, { recognizeSelfClosing: false })
  const texts: { node: Node & { data: string }; pieces: string[] }[] = []
  let preformatted = 0
  walk(
    document,
    node => {
      if (node.type === 'text' && preformatted) {
        const pieces = splitPreformatted(node.data, true)
        if (pieces.length > 1) texts.push({ node, pieces })
      } else if ('name' in node && node.name === 'pre') preformatted += 1
      return true
    },
    node => {
      if ('name' in node && node.name === 'pre') preformatted -= 1
    },
  )
  for (const { node, pieces } of texts) {
    let last: Node = node
    node.data = pieces[0] ?? ''
    for (const piece of pieces.slice(1)) {
      const more = node.cloneNode() as Node & { data: string }
      more.data = piece
      DomUtils.append(last, more)
      last = more
    }
  }
  return document
}

/** Removes every leaf that is not kept, and the elements that hold nothing then. */
const prune = (leaves: readonly Node[], kept: ReadonlySet<number>) => {
  for (const [at, leaf] of leaves.entries()) {
    if (kept.has(at)) continue
    let node: Node | null = leaf
    while (node) {
      const parent: Node | null = node.parent as Node | null
      DomUtils.removeElement(node)
      node =
        parent && 'children' in parent && parent.type === 'tag' && parent.children.every(isEmptyText) ? parent : null
    }
  }
}

const isEmptyText = (node: Node) => node.type === 'comment' || (node.type === 'text' && node.data.trim() === '')

/** A picture of the new text: what its `src` names, and the function that replaces it. */
export type ReplyPicture = { src: string; alt: string }

/** An emoji that stands as a picture from elsewhere, as some programs send it, is the sign that it shows. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\p{Regional_Indicator}]){1,20}$/u

type Side = { document: Document; lines: Line[]; leaves: Node[] }

const kindOf = ({ quotes, isCited, mark }: Line, kind: LineKind): LineKind => {
  // One of our mails within quoted lines is quoted by them.
  if (mark === 'mark' && quotes > 0) return 'cited'
  return mark ?? (kind === 'quote' && isCited ? 'cited' : kind)
}

/**
 * Splits the HTML of a mail into the new text and what was left out of it, neither of them cleaned. `pictureSource` gives the new `src` of
 * each picture of the new text, or undefined to leave it out; quoted pictures are left out. Throws RangeError for HTML that is nested
 * deeper than any mail program does.
 */
export const splitHtml = (
  html: string,
  context: ReplyContext,
  pictureSource: (picture: ReplyPicture) => string | undefined,
): { reply: string; quoted: string } & SplitLines => {
  // A tree for each side: what is left of one is taken out of the other.
  const sides = [parse(html), parse(html)].map(document => ({ document, ...linesOf(document) })) as [Side, Side]
  const { lines } = sides[0]
  const texts = lines.map(({ text, quotes }) => '> '.repeat(Math.min(quotes, 5)) + text.trim())
  const kinds = lineKinds(texts).map((kind, at) => kindOf(lines[at] as Line, kind))
  const kept = findReply(texts, context, kinds)
  const first = kept.findIndex((isKept, at) => isKept && kinds[at] !== 'blank')
  const write = ({ document, leaves }: Side, isReply: boolean) => {
    const keptLeaves = new Set(
      lines.flatMap((line, at) => ((kept[at] === true && at >= first) === isReply ? line.leaves : [])),
    )
    prune(leaves, keptLeaves)
    for (const [at, leaf] of leaves.entries()) {
      if (!keptLeaves.has(at) || leaf.type !== 'tag' || leaf.name !== 'img') continue
      const { src = '', alt = '' } = leaf.attribs
      const replaced = isReply ? pictureSource({ src, alt }) : undefined
      const [sign] = EMOJI.test(alt) ? parseDocument(alt).children : []
      if (replaced !== undefined) leaf.attribs = { src: replaced, alt }
      else if (sign) DomUtils.replaceElement(leaf, sign)
      else DomUtils.removeElement(leaf)
    }
    return DomUtils.getInnerHTML(document as never)
  }
  return { reply: write(sides[0], true), quoted: write(sides[1], false), lines: texts, kinds, kept }
}
