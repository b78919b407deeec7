import { fileSizeMax } from '@portico/contract/shapes'
import { attachmentsMax } from '@portico/contract/tickets'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useUploadFailure } from '../../api/upload-failure.ts'
import { useText } from '../../text/use-text.ts'
import { type Uploads, type UploadTransport, useUploads } from '../../ui/files/use-uploads.ts'
import type { DraftFile } from '../draft.ts'

/** The files of a message: its uploads, and the files of a restored draft. */
export type MessageFiles = {
  uploads: Uploads
  restored: readonly DraftFile[]
  removeRestored: (id: number) => void
  /** All files that are uploaded, to be sent with the message. */
  arrived: DraftFile[]
  /** Adds files that are uploaded already. */
  keep: (more: readonly DraftFile[]) => void
  reset: (restored?: readonly DraftFile[]) => void
}

/** Uploads the files of a message. */
export const useMessageFiles = (upload: UploadTransport, initial: readonly DraftFile[]): MessageFiles => {
  const { t } = useText()
  const failed = useUploadFailure()
  const [restored, setRestored] = useState(initial)
  const uploads = useUploads({
    upload,
    maxBytes: fileSizeMax,
    maxFiles: Math.max(attachmentsMax - restored.length, 0),
    texts: {
      tooLarge: name => t('files.tooLarge', { name, max: fileSizeMax / 1024 / 1024 }),
      tooMany: () => t('files.tooMany', { max: attachmentsMax }),
      empty: name => t('files.empty', { name }),
      failed,
    },
  })
  const { files } = uploads
  const resetUploads = useRef(uploads.reset)
  resetUploads.current = uploads.reset
  const arrived = useMemo(
    () => [
      ...restored,
      ...files.flatMap(one =>
        one.state === 'done' ? [{ id: one.sent.id, name: one.file.name, url: one.sent.url }] : [],
      ),
    ],
    [restored, files],
  )
  return {
    uploads,
    restored,
    removeRestored: useCallback((id: number) => setRestored(now => now.filter(file => file.id !== id)), []),
    arrived,
    keep: useCallback((more: readonly DraftFile[]) => setRestored(now => [...now, ...more]), []),
    reset: useCallback((next: readonly DraftFile[] = []) => {
      resetUploads.current()
      setRestored(next)
    }, []),
  }
}
