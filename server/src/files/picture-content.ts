import { failAt } from '../kernel/errors/fail.ts'

/** A picture within a request: the name of its file, and its content as base64. */
export type GivenPicture = { name: string; content: string }

const withoutPadding = (base64: string) => base64.replace(/={1,2}$/, '')

/** The content of a picture within a request, at most `max` bytes of it. Errors name `path`: `invalid_request`, `file_too_large`. */
export const readPictureContent = ({ content: base64 }: GivenPicture, path: string, max: number): Buffer => {
  // Three bytes are four characters.
  if (base64.length > Math.ceil(max / 3) * 4) failAt('file_too_large', path, `is larger than ${max} bytes`)
  const content = Buffer.from(base64, 'base64')
  // `Buffer.from` skips what is not base64.
  if (withoutPadding(content.toString('base64')) !== withoutPadding(base64))
    failAt('invalid_request', path, 'is not base64')
  if (content.length > max) failAt('file_too_large', path, `is larger than ${max} bytes`)
  return content
}
