import { fileSizeMax } from '@portico/contract/shapes'
import type { uploadCommentAttachment, uploadTicketAttachment } from '@portico/contract/tickets'
import { attachmentsMax } from '@portico/contract/tickets'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '../../api/api.ts'
import { useUploadFailure } from '../../api/upload-failure.ts'
import { useHere } from '../../session/use-here.ts'
import { type Uploads, useUploads } from '../../ui/files/use-uploads.ts'
import type { DraftFile } from '../draft.ts'

/** The files of a message: those on their way, and those that an earlier attempt has already brought. */
export type MessageFiles = {
  uploads: Uploads
  kept: readonly DraftFile[]
  dropKept: (id: number) => void
  /** All that have arrived, ready to be sent with the message. */
  arrived: DraftFile[]
  reset: (kept?: readonly DraftFile[]) => void
}

/** Uploads for a message, to the endpoint of its purpose. */
export const useMessageFiles = (
  endpoint: typeof uploadTicketAttachment | typeof uploadCommentAttachment,
  initial: readonly DraftFile[],
): MessageFiles => {
  const { t } = useTranslation()
  const here = useHere()
  const failed = useUploadFailure()
  const [kept, setKept] = useState(initial)
  const uploads = useUploads({
    upload: (file, options) => uploadFile(endpoint, here, file, options),
    maxBytes: fileSizeMax,
    maxFiles: Math.max(attachmentsMax - kept.length, 0),
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
      ...kept,
      ...files.flatMap(one =>
        one.state === 'done' ? [{ id: one.sent.id, name: one.file.name, url: one.sent.url }] : [],
      ),
    ],
    [kept, files],
  )
  return {
    uploads,
    kept,
    dropKept: useCallback((id: number) => setKept(now => now.filter(file => file.id !== id)), []),
    arrived,
    reset: useCallback((next: readonly DraftFile[] = []) => {
      resetUploads.current()
      setKept(next)
    }, []),
  }
}
