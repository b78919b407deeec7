import { isImageAttachment } from '../../ui/files/file-kind.ts'
import type { MessageFiles } from './use-message-files.ts'

/** Uploads what an editor was given. Pictures go into its text too, as attachments of the same message (decisions 4). */
export const takeFiles =
  ({ uploads }: MessageFiles) =>
  async (chosen: File[]) =>
    (await uploads.add(chosen))
      .filter(({ file }) => isImageAttachment(file.name))
      .map(({ file, url }) => ({ url, name: file.name }))
