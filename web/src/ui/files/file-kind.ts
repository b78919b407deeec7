/** Kinds of file that have an icon. */
export type FileKind = 'image' | 'pdf' | 'doc' | 'zip' | 'file'

const kinds: Record<string, FileKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  pdf: 'pdf',
  docx: 'doc',
  zip: 'zip',
}

/** The extension of a file name in lower case, '' for none. */
const readExtension = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** The kind of a document by its extension: png, jpg and jpeg; pdf; docx; zip; anything else is generic. */
export const fileKind = (name: string): FileKind => kinds[readExtension(name)] ?? 'file'

/** Whether a document has a preview: PDF and images do. */
export const isPreviewable = (name: string) => ['pdf', 'image'].includes(fileKind(name))

/** Whether an attachment is shown as a picture: jpg, jpeg, png and bmp. */
export const isImageAttachment = (name: string) => ['jpg', 'png', 'jpeg', 'bmp'].includes(readExtension(name))

/** Whether the server checks that the content fits the extension: pictures, PDF and zip. */
export const isContentChecked = (name: string) =>
  ['jpg', 'jpeg', 'png', 'bmp', 'gif', 'webp', 'pdf', 'zip'].includes(readExtension(name))

/** The kind of an attachment: as of a document, but bmp is an image too. */
export const attachmentKind = (name: string): FileKind => (isImageAttachment(name) ? 'image' : fileKind(name))

/** The text of a chip: the name in upper case; longer than 20 characters, it is cut to 19 and an ellipsis. */
export const attachmentLabel = (name: string) => {
  const letters = [...name.toUpperCase()]
  return letters.length > 20 ? `${letters.slice(0, 19).join('')}…` : letters.join('')
}
