import { isImageAttachment } from '../../ui/files/file-kind.ts'
import type { MessageFiles } from './use-message-files.ts'

/** Uploads the files that an editor gets, and resolves to the pictures among them, for its text. */
export const uploadPictures =
  ({ uploads }: MessageFiles) =>
  async (chosen: File[]) =>
    (await uploads.add(chosen))
      .filter(({ file }) => isImageAttachment(file.name))
      .map(({ file, url }) => ({ url, name: file.name }))
