import { SaxesParser } from 'saxes'
import { Refusal } from '../../records/definition/refusal.ts'

const MAX_DEPTH = 50
const MAX_ELEMENTS = 200_000

/** An element of XML: its name without prefix, the text right in it, and the elements in it. */
export type Element = { name: string; text: string; children: Element[] }

/** The elements of that name, found by their path from one element down. */
export const all = (within: Element, ...path: string[]): Element[] =>
  path.reduce((found, name) => found.flatMap(({ children }) => children.filter(child => child.name === name)), [within])

/** The text of the first element with this path; undefined where there is none or it is blank. */
export const textAt = (within: Element, ...path: string[]): string | undefined =>
  all(within, ...path)[0]?.text.trim() || undefined

/** The text of a document in the charset that its mark or its declaration names, or UTF-8. */
const decoded = (bytes: Buffer): string => {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1]
  const charset = utf16 || declared || 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    const reason =
      error instanceof RangeError ? `is in the unknown charset "${charset}"` : `is not in ${charset}, as it says`
    throw new Refusal(undefined, reason)
  }
}

/**
 * Reads an XML document from outside. Nothing is fetched and no entity is expanded but the five that XML knows: a document type is
 * refused. Throws a {@link Refusal} for what is not well-formed, or deeper or longer than any that a person or program means.
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
