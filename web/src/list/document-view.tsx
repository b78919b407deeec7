import { useEffect, useState } from 'react'
import { isFileAvailable } from '../api/file-available.ts'
import { useDocumentLabels } from '../text/document-labels.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { DocumentPreview } from '../ui/pdf/document-preview.tsx'
import { fileNameOf } from './file-address.ts'

type OpenedProps = { url: string; onFail: () => void }

const Opened = ({ url, onFail }: OpenedProps) => {
  // Where there is no preview, nothing else would show before the download that the file no longer opens.
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    void isFileAvailable(url, signal)
      .catch(() => false)
      .then(good => good || signal.aborted || onFail())
    return () => unmounted.abort()
  }, [url, onFail])
  return <DocumentPreview name={fileNameOf(url)} url={url} onFail={onFail} labels={useDocumentLabels()} />
}

type DocumentViewProps = {
  url: string
  /** Reads anew what the address came with: it no longer opens. */
  onExpired: () => Promise<unknown>
}

/**
 * Shows a file at its signed address. A list that is read again brings another address of the same file: it is taken only
 * when the shown one has failed, so that nobody loses the page they are on.
 */
export const DocumentView = ({ url, onExpired }: DocumentViewProps) => {
  const { t } = useText()
  const [shown, setShown] = useState(url)
  const [state, setState] = useState<'shown' | 'renewing' | 'failed'>('shown')
  if (state !== 'shown' && url !== shown) {
    setShown(url)
    setState('shown')
  }
  const [renew] = useState(() => () => {
    setState('renewing')
    void onExpired().finally(() => setState(now => (now === 'renewing' ? 'failed' : now)))
  })
  if (state === 'shown') return <Opened url={shown} onFail={renew} />
  return (
    <RetryPanel
      title={t('lists.file.failed')}
      retry={t('words.retry')}
      onRetry={() => setState('shown')}
      busy={state === 'renewing'}
    >
      {t('lists.file.failedText')}
    </RetryPanel>
  )
}
