import type { Item } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'

type Attachment = { id: number; name: string }

// Stops at the next image: without this limit, a text with many unfinished `<img` tags takes minutes.
const NAMED = /(<img\b(?:[^<>]|<(?!img\b))*?\ssrc\s*=\s*)(["'])attachment:([^"']*)\2/gi
const STORED = /<img src="attachment:(\d+)"([^<>]*)>/g

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Tells attachments of the same name apart by their position, counted from 1. */
const numbered = ({ name }: Attachment, n: number) => `${n + 1}/${name}`

/**
 * A message's cleaned HTML, whose images have numbers from {@link FIRST_NUMBER} in place of ids, and the attachment names that they
 * stand for.
 */
export type CleanMessage = NonNullable<Item['message']>

/** Larger than any attachment id. */
const FIRST_NUMBER = 10 ** 15

/** Cleans a message with `clean`, which keeps images with the given ids, before the ids of its attachments are known. */
export const cleanMessage = async (
  html: string,
  clean: (html: string, attachmentIds: ReadonlySet<number>) => Promise<string>,
): Promise<CleanMessage> => {
  const images: string[] = []
  const numberedHtml = html.replace(
    NAMED,
    (_, start: string, quote: string, name: string) =>
      `${start}${quote}attachment:${FIRST_NUMBER + images.push(name) - 1}${quote}`,
  )
  const ids = new Set(images.map((_, n) => FIRST_NUMBER + n))
  return { html: await clean(numberedHtml, ids), images }
}

/**
 * Replaces the numbers in a cleaned message by the ids of its attachments; throws a `Refusal` of `field` for an image that matches
 * none.
 */
export const withImageIds = ({ html, images }: CleanMessage, attachments: Attachment[], field: string): string => {
  const ids = images.map(name => {
    const wanted = [name, decoded(name)]
    const file =
      attachments.find(one => wanted.includes(one.name)) ??
      attachments.find((one, n) => wanted.includes(numbered(one, n)))
    if (!file) throw new Refusal(field, `shows the image "${name}", which is none of its attachments`)
    return file.id
  })
  return html.replace(
    STORED,
    (_, number: string, rest: string) => `<img src="attachment:${ids[Number(number) - FIRST_NUMBER]}"${rest}>`,
  )
}

/** Replaces the ids in stored HTML by attachment names, which {@link withImageIds} can resolve again. */
export const withImageNames = (html: string, attachments: Attachment[]): string =>
  html.replace(STORED, (_, id: string, rest: string) => {
    const n = attachments.findIndex(one => one.id === Number(id))
    const file = attachments[n]
    if (!file) return ''
    const name = attachments.filter(one => one.name === file.name).length > 1 ? numbered(file, n) : file.name
    const safe = name.replace(/["'<>&%]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
    return `<img src="attachment:${safe}"${rest}>`
  })
