import { $createLinkNode, $isLinkNode } from '@lexical/link'
import { $createListItemNode, $createListNode, $isListItemNode, $isListNode, type ListNode } from '@lexical/list'
import { $createQuoteNode, $isQuoteNode } from '@lexical/rich-text'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
  type TextFormatType,
} from 'lexical'
import { $createImageNode, $isImageNode } from './image-node.ts'
import { escapeHtml } from './plain-html.ts'

const marks: readonly [TextFormatType, string][] = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
]

/** Normalizes the URL of a link; null unless it is http, https, mailto or tel. */
export const linkAddress = (typed: string) => {
  const text = typed.trim()
  if (text === '') return null
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined || /^[^:/]+:\d+(\/|$)/.test(text)) {
    return text.includes('@') && !/[/\s]/.test(text) ? `mailto:${text}` : `https://${text.replace(/^\/+/, '')}`
  }
  return ['http', 'https', 'mailto', 'tel'].includes(scheme) ? text : null
}

const inlineHtml = (node: LexicalNode): string => {
  if ($isTextNode(node)) {
    const open = marks.filter(([format]) => node.hasFormat(format)).map(([, tag]) => tag)
    const start = open.map(tag => `<${tag}>`).join('')
    const end = open.reduceRight((tags, tag) => `${tags}</${tag}>`, '')
    return start + escapeHtml(node.getTextContent()) + end
  }
  if ($isLineBreakNode(node)) return '<br>'
  if ($isImageNode(node)) return `<img src="${escapeHtml(node.__src)}" alt="${escapeHtml(node.__alt)}">`
  if ($isLinkNode(node)) return `<a href="${escapeHtml(node.getURL())}">${innerHtml(node)}</a>`
  return $isElementNode(node) ? innerHtml(node) : escapeHtml(node.getTextContent())
}

const innerHtml = (node: ElementNode) => node.getChildren().map(inlineHtml).join('')

const listHtml = (list: ListNode): string => {
  const tag = list.getListType() === 'number' ? 'ol' : 'ul'
  const items: string[] = []
  for (const item of list.getChildren()) {
    if (!$isListItemNode(item)) continue
    const nested = item.getFirstChild()
    // Lexical keeps a nested list in an item of its own; HTML has it in the item before.
    if ($isListNode(nested)) items.push((items.pop() ?? '') + listHtml(nested))
    else items.push(innerHtml(item))
  }
  return `<${tag}>${items.map(item => `<li>${item}</li>`).join('')}</${tag}>`
}

/** Exports the editor as HTML of p, br, strong, em, u, s, code, ul, ol, li, a, blockquote and img; '' when empty. */
export const $exportHtml = (root: ElementNode) => {
  const parts = root.getChildren().map(node => {
    if ($isListNode(node)) return listHtml(node)
    if (!$isElementNode(node)) return `<p>${inlineHtml(node)}</p>`
    return $isQuoteNode(node) ? `<blockquote>${innerHtml(node)}</blockquote>` : `<p>${innerHtml(node)}</p>`
  })
  return parts.every(part => part === '<p></p>') ? '' : parts.join('')
}

const formatOf: Record<string, TextFormatType> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  U: 'underline',
  INS: 'underline',
  S: 'strikethrough',
  DEL: 'strikethrough',
  CODE: 'code',
  PRE: 'code',
}
const skipped = new Set(['STYLE', 'SCRIPT', 'HEAD', 'TITLE', 'META', 'TEMPLATE', 'NOSCRIPT', 'OBJECT', 'IFRAME', 'SVG'])
const blockTags =
  /^(P|DIV|H[1-6]|PRE|SECTION|ARTICLE|TABLE|TBODY|THEAD|TR|TD|TH|FIGURE|HEADER|FOOTER|MAIN|DL|DT|DD|ADDRESS)$/

const formatsOf = (element: HTMLElement, formats: ReadonlySet<TextFormatType>) => {
  const next = new Set(formats)
  const own = formatOf[element.tagName]
  if (own) next.add(own)
  const style = element.dataset.style ?? ''
  // Word processors format with inline styles, and some wrap all of the text in a `<b>` with normal weight.
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) next.add('bold')
  if (/font-weight:\s*(normal|400)/i.test(style)) next.delete('bold')
  if (/font-style:\s*italic/i.test(style)) next.add('italic')
  if (/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*underline/i.test(style)) next.add('underline')
  return next
}

type Reading = { formats: ReadonlySet<TextFormatType>; keepSpace: boolean; images: boolean }

const $textNodes = (text: string, { formats, keepSpace }: Reading) => {
  const lines = keepSpace ? text.split(/\r\n?|\n/) : [text.replace(/[ \t\r\n\f]+/g, ' ')]
  return lines.flatMap((line, index) => {
    const node = $createTextNode(line)
    for (const format of formats) node.toggleFormat(format)
    const before = index > 0 ? [$createLineBreakNode()] : []
    return line === '' ? before : [...before, node]
  })
}

/** Wraps inline nodes that are not in a block into paragraphs. */
class Gatherer {
  readonly blocks: ElementNode[] = []
  #loose: ElementNode | null = null

  inline(nodes: readonly LexicalNode[]) {
    for (const node of nodes) {
      const isSpace = $isTextNode(node) && node.getTextContent().trim() === ''
      if (!this.#loose && isSpace) continue
      if (!this.#loose) {
        this.#loose = $createParagraphNode()
        this.blocks.push(this.#loose)
      }
      this.#loose.append(node)
    }
  }

  block(node: ElementNode) {
    this.#loose = null
    this.blocks.push(node)
  }

  end() {
    this.#loose = null
  }
}

const $inlineOf = (node: Node, reading: Reading): LexicalNode[] => {
  if (node.nodeType === Node.TEXT_NODE) return $textNodes(node.textContent ?? '', reading)
  if (!(node instanceof HTMLElement) || skipped.has(node.tagName)) return []
  if (node.tagName === 'BR') return [$createLineBreakNode()]
  if (node.tagName === 'IMG') {
    const src = node.getAttribute('src') ?? ''
    return reading.images && src !== '' ? [$createImageNode(src, node.getAttribute('alt') ?? '')] : []
  }
  const inner = {
    ...reading,
    formats: formatsOf(node, reading.formats),
    keepSpace: reading.keepSpace || node.tagName === 'PRE',
  }
  const children = [...node.childNodes].flatMap(child => $inlineOf(child, inner))
  const href = node.tagName === 'A' ? linkAddress(node.getAttribute('href') ?? '') : null
  if (href === null) return children
  return [$createLinkNode(href).append(...children)]
}

const isBlock = (node: Node) =>
  node instanceof HTMLElement && (blockTags.test(node.tagName) || /^(UL|OL|BLOCKQUOTE|LI)$/.test(node.tagName))

const $listOf = (element: HTMLElement, reading: Reading) => {
  const list = $createListNode(element.tagName === 'OL' ? 'number' : 'bullet')
  for (const child of element.children) {
    if (!(child instanceof HTMLElement)) continue
    const inside = child.tagName === 'LI' ? [...child.childNodes] : [child]
    const lists = inside.filter(node => node instanceof HTMLElement && /^(UL|OL)$/.test(node.tagName)) as HTMLElement[]
    const text = inside.filter(node => !lists.includes(node as HTMLElement)).flatMap(node => $inlineOf(node, reading))
    if (text.some(node => !$isTextNode(node) || node.getTextContent().trim() !== '') || lists.length === 0)
      list.append($createListItemNode().append(...text))
    for (const nested of lists) list.append($createListItemNode().append($listOf(nested, reading)))
  }
  return list
}

const $gather = (parent: Node, reading: Reading, into: Gatherer) => {
  for (const node of parent.childNodes) {
    if (!(node instanceof HTMLElement)) into.inline($inlineOf(node, reading))
    else if (skipped.has(node.tagName)) continue
    else if (/^(UL|OL)$/.test(node.tagName)) into.block($listOf(node, reading))
    else if (node.tagName === 'BLOCKQUOTE') into.block($createQuoteNode().append(...$inlineOf(node, reading)))
    else if (isBlock(node)) {
      const inner = { ...reading, formats: formatsOf(node, reading.formats), keepSpace: node.tagName === 'PRE' }
      if ([...node.childNodes].some(isBlock)) {
        into.end()
        $gather(node, inner, into)
        into.end()
      } else {
        into.block($createParagraphNode().append(...[...node.childNodes].flatMap(child => $inlineOf(child, inner))))
      }
    } else if ([...node.querySelectorAll('*')].some(isBlock)) {
      $gather(node, { ...reading, formats: formatsOf(node, reading.formats) }, into)
    } else into.inline($inlineOf(node, reading))
  }
}

// Parsing a style attribute or element already violates the content security policy, so they are renamed first.
const parse = (html: string) => {
  const bare = html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\sstyle\s*=/gi, ' data-style='))
  return new DOMParser().parseFromString(bare, 'text/html').body
}

/**
 * Imports any HTML as editor nodes. Elements that the editor does not know are dropped, also when they are pasted.
 * `images: false` drops images, for HTML whose image URLs are foreign.
 */
export const $importHtml = (html: string, { images }: { images: boolean }): ElementNode[] => {
  const into = new Gatherer()
  $gather(parse(html), { formats: new Set(), keepSpace: false, images }, into)
  return into.blocks
}
