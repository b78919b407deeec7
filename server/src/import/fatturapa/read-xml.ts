import { SaxesParser } from 'saxes'
import { Refusal } from '../../records/definition/refusal.ts'

const MAX_DEPTH = 50
const MAX_ELEMENTS = 200_000

/** An XML element: its name without prefix, its own text, and its child elements. */
export type Element = { name: string; text: string; children: Element[] }

/** The elements at a path below an element. */
export const all = (within: Element, ...path: string[]): Element[] =>
  path.reduce((found, name) => found.flatMap(({ children }) => children.filter(child => child.name === name)), [within])

/** The text of the first element at a path; undefined if there is none or it is blank. */
export const textAt = (within: Element, ...path: string[]): string | undefined =>
  all(within, ...path)[0]?.text.trim() || undefined

/** Decodes a document in the charset of its byte-order mark or XML declaration, or UTF-8. */
const decoded = (bytes: Buffer): string => {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1]
  const charset = utf16 || declared || 'utf-8'
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    // In one piece, several versions of Node decode Windows-1252 without its signs, such as € and ’.
    return decoder.decode(bytes, { stream: true }) + decoder.decode()
  } catch (error) {
    const reason =
      error instanceof RangeError ? `is in the unknown charset "${charset}"` : `is not in ${charset}, as it says`
    throw new Refusal(undefined, reason)
  }
}

/**
 * Parses an untrusted XML document. Fetches nothing, expands only XML's five predefined entities, and refuses document types. Throws a
 * {@link Refusal} if the document is not well-formed, or deeper or larger than a genuine one could be.
 */
export const readXml = (bytes: Buffer): Element => {
  const document: Element = { name: '', text: '', children: [] }
  const open = [document]
  let elements = 0
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw new Refusal(
      undefined,
      `is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, match => `at ${match}`)}`,
    )
  })
  parser.on('doctype', () => {
    throw new Refusal(undefined, 'has a document type (DOCTYPE), which is not taken')
  })
  parser.on('opentag', ({ name }) => {
    elements += 1
    if (open.length > MAX_DEPTH) throw new Refusal(undefined, `has elements in each other ${MAX_DEPTH} deep`)
    if (elements > MAX_ELEMENTS) throw new Refusal(undefined, `has more than ${MAX_ELEMENTS} elements`)
    const element = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(decoded(bytes)).close()
  const [root] = document.children
  if (!root) throw new Refusal(undefined, 'is not XML')
  return root
}
