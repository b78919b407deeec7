import { type ComponentProps, useMemo } from 'react'
import type { Editor } from '../ui/editor/editor.tsx'
import { useText } from './use-text.ts'

/** The texts of the editor. */
export const useEditorLabels = (): ComponentProps<typeof Editor>['labels'] => {
  const { t } = useText()
  return useMemo(
    () => ({
      toolbar: t('editor.toolbar'),
      bold: t('editor.bold'),
      italic: t('editor.italic'),
      underline: t('editor.underline'),
      bulletedList: t('editor.bulletedList'),
      numberedList: t('editor.numberedList'),
      quote: t('editor.quote'),
      link: t('editor.link'),
      image: t('editor.image'),
      undo: t('editor.undo'),
      linkAddress: t('editor.linkAddress'),
      linkApply: t('editor.linkApply'),
      linkRemove: t('editor.linkRemove'),
      removeImage: t('editor.removeImage'),
    }),
    [t],
  )
}
