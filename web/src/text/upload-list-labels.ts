import { type ComponentProps, useMemo } from 'react'
import type { UploadList } from '../ui/files/upload-list.tsx'
import { useText } from './use-text.ts'

/** The texts of the files that a form sends. */
export const useUploadListLabels = (): ComponentProps<typeof UploadList>['labels'] => {
  const { t } = useText()
  return useMemo(
    () => ({
      list: t('files.list'),
      progress: (sent, total, percent) => t('files.progress', { sent, total, percent }),
      uploading: name => t('files.uploading', { name }),
      cancel: name => t('files.cancel', { name }),
      remove: name => t('files.remove', { name }),
      retry: name => t('files.retry', { name }),
    }),
    [t],
  )
}
