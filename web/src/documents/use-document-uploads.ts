import { fileSizeMax } from '@portico/contract/shapes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useUploadFailure } from '../api/upload-failure.ts'
import { useHere } from '../session/use-here.ts'
import { newKey } from '../session/use-once.ts'
import { localized } from '../text/localized.tsx'
import { useText } from '../text/use-text.ts'
import { type Uploads, useUploads } from '../ui/files/use-uploads.ts'
import { toast } from '../ui/overlay/toasts.tsx'
import { sendDocument } from './data.ts'

// Sending a file again uses the same idempotency key: if the first attempt did arrive, there is still one file.
const keys = new WeakMap<File, string>()

const keyOf = (file: File) => {
  const key = keys.get(file) ?? newKey()
  keys.set(file, key)
  return key
}

/** Uploads company files. An uploaded file is in the list, and no longer among these. */
export const useDocumentUploads = (): Uploads => {
  const { t } = useText()
  const here = useHere()
  const { mutateAsync } = useMutation(sendDocument(useQueryClient(), here))
  const failed = useUploadFailure()
  const uploads = useUploads({
    upload: (file, options) => mutateAsync({ file, ...options, idempotencyKey: keyOf(file) }),
    maxBytes: fileSizeMax,
    maxFiles: Number.POSITIVE_INFINITY,
    texts: {
      tooLarge: name => t('documents.tooLarge', { name, max: fileSizeMax / 1024 / 1024 }),
      tooMany: () => '',
      empty: name => t('documents.emptyFile', { name }),
      failed,
    },
  })
  return {
    ...uploads,
    files: uploads.files.filter(({ state }) => state !== 'done'),
    add: async files => {
      const sent = await uploads.add(files)
      if (sent.length > 0) toast({ title: localized(t => t('documents.uploaded', { count: sent.length })) })
      return sent
    },
  }
}
