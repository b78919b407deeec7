import { useMemo } from 'react'
import type { DocumentPreviewProps } from '../ui/pdf/document-preview.tsx'
import { useText } from './use-text.ts'

/** The texts of a file's preview. */
export const useDocumentLabels = (): DocumentPreviewProps['labels'] => {
  const { t } = useText()
  return useMemo(
    () => ({
      download: t('lists.file.download'),
      noPreview: t('lists.file.noPreview'),
      noPreviewText: t('lists.file.noPreviewText'),
      loading: t('lists.file.loading'),
      zoomIn: t('lists.file.zoomIn'),
      zoomOut: t('lists.file.zoomOut'),
      fitWidth: t('lists.file.fitWidth'),
      previousPage: t('lists.file.previousPage'),
      nextPage: t('lists.file.nextPage'),
      page: (page, pages) => t('lists.file.page', { page, pages }),
      print: t('lists.file.print'),
      printing: (ready, pages) => t('lists.file.printing', { ready, pages }),
    }),
    [t],
  )
}
