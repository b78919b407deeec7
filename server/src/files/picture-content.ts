import { failAt } from '../kernel/errors/fail.ts'

/** A picture within a request: the name of its file, and its content as base64. */
export type GivenPicture = { name: string; content: string }

/** The content of a picture within a request, at most `max` bytes of it. Errors name `path`: `invalid_request`, `file_too_large`. */
export const readPictureContent = ({ content: base64 }: GivenPicture, path: string, max: number): Buffer => {
  const content = Buffer.from(base64, 'base64')
  // `Buffer.from` skips what is not base64.
  if (content.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, ''))
    failAt('invalid_request', path, 'is not base64')
  if (content.length > max) failAt('file_too_large', path, `is larger than ${max} bytes`)
  return content
}
