import { useText } from '../text/use-text.ts'
import { isContentChecked } from '../ui/files/file-kind.ts'
import type { UploadFailure } from '../ui/files/use-uploads.ts'
import type { FailureCode } from './api.ts'
import { failureOf } from './failures.ts'

// The answer would be the same.
const finalForUpload: readonly FailureCode[] = ['file_too_large', 'file_type_refused', 'file_empty', 'forbidden']

/** The text for a file that did not arrive. The server refuses kind and content by one code: the name distinguishes them. */
export const useUploadFailure = () => {
  const { t } = useText()
  return (error: unknown, { name }: File): UploadFailure => {
    const { code } = failureOf(error)
    const refused = isContentChecked(name) ? t('files.contentDiffers') : t('files.kindRefused')
    return {
      error: code === 'file_type_refused' ? refused : t(`errors.${code}`),
      mayRetry: !finalForUpload.includes(code),
    }
  }
}
