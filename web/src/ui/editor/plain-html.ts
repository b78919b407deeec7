const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign] ?? sign)

/** Converts plain text to HTML: escaped, line breaks kept; '' stays ''. */
export const textToHtml = (text: string) =>
  text === '' ? '' : `<p>${escapeHtml(text).replace(/\r\n?|\n/g, '<br>')}</p>`

const blocks = new Set(['P', 'DIV', 'LI', 'BLOCKQUOTE', 'PRE', 'H2', 'H3', 'H4', 'UL', 'OL'])

const linesOf = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (node.nodeName === 'BR') return '\n'
  let text = ''
  for (const child of node.childNodes) {
    const inner = linesOf(child)
    text += blocks.has(child.nodeName) && text !== '' && !text.endsWith('\n') ? `\n${inner}` : inner
  }
  return text
}

/** Converts HTML to plain text; the inverse of textToHtml. */
export const htmlToText = (html: string) => linesOf(new DOMParser().parseFromString(html, 'text/html').body)

/** Whether HTML has neither text nor an image. */
export const isBlankHtml = (html: string) => !/<img\b/i.test(html) && htmlToText(html).trim() === ''
