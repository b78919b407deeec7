import { Refusal } from './refusal.ts'

type Attachment = { id: number; name: string }

// No further than to the next image, or a text of many beginnings would take minutes.
const NAMED = /(<img\b(?:[^<>]|<(?!img\b))*?\ssrc\s*=\s*)(["'])attachment:([^"']*)\2/gi
const STORED = /<img src="attachment:(\d+)"([^>]*)>/g

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What tells an attachment from one of the same name: its place among them, from 1. */
const numbered = ({ name }: Attachment, n: number) => `${n + 1}/${name}`

/** Puts the attachments' ids in the place of their names; throws for an image that is none of them. */
export const withImageIds = (html: string, attachments: Attachment[], field: string): string =>
  html.replace(NAMED, (_, start: string, quote: string, name: string) => {
    const wanted = [name, decoded(name)]
    const file =
      attachments.find(one => wanted.includes(one.name)) ??
      attachments.find((one, n) => wanted.includes(numbered(one, n)))
    if (!file) throw new Refusal(field, `shows the image "${name}", which is none of its attachments`)
    return `${start}${quote}attachment:${file.id}${quote}`
  })

/** Stored HTML with the attachments' names in the place of their ids, so that {@link withImageIds} finds them again. */
export const withImageNames = (html: string, attachments: Attachment[]): string =>
  html.replace(STORED, (_, id: string, rest: string) => {
    const n = attachments.findIndex(one => one.id === Number(id))
    const file = attachments[n]
    if (!file) return ''
    const name = attachments.filter(one => one.name === file.name).length > 1 ? numbered(file, n) : file.name
    const safe = name.replace(/["'<>&%]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
    return `<img src="attachment:${safe}"${rest}>`
  })
