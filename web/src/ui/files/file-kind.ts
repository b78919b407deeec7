/** Kinds of file that have an icon of their own (spec 5). */
export type FileKind = 'image' | 'pdf' | 'doc' | 'zip' | 'file'

const kinds: Record<string, FileKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  pdf: 'pdf',
  docx: 'doc',
  zip: 'zip',
}

/** The extension of a file name in lower case, '' where there is none. */
const extensionOf = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** The icon of a document by its extension (spec 5): png, jpg, jpeg; pdf; docx; zip; anything else is generic. */
export const fileKind = (name: string): FileKind => kinds[extensionOf(name)] ?? 'file'

/** Whether a document can be previewed: only PDF and images are (spec 5). */
export const isPreviewable = (name: string) => ['pdf', 'image'].includes(fileKind(name))

/** Whether an attachment is shown as a picture: jpg, png, jpeg, bmp (spec 5). */
export const isImageAttachment = (name: string) => ['jpg', 'png', 'jpeg', 'bmp'].includes(extensionOf(name))

/** Whether the server compares a file's content with what its name says: pictures, PDF and zip (decisions 4). */
export const isContentChecked = (name: string) =>
  ['jpg', 'jpeg', 'png', 'bmp', 'gif', 'webp', 'pdf', 'zip'].includes(extensionOf(name))

/** The icon of an attachment: a document's, and that of an image for every picture (spec 5, bmp included). */
export const attachmentKind = (name: string): FileKind => (isImageAttachment(name) ? 'image' : fileKind(name))

/** What a chip shows: the name in upper case, cut to 19 characters and an ellipsis when longer than 20 (spec 5). */
export const attachmentLabel = (name: string) => {
  const letters = [...name.toUpperCase()]
  return letters.length > 20 ? `${letters.slice(0, 19).join('')}…` : letters.join('')
}
