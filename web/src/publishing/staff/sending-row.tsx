import { RefreshCw, X } from 'lucide-react'
import { useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { fileKind } from '../../ui/files/file-kind.ts'
import type { Sending } from './use-sending.ts'

type SendingRowProps = { sending: Sending; onRetry: (id: number) => void; onCancel: (id: number) => void }

/** A file on its way, with its progress. */
export const SendingRow = ({ sending: { id, name, state, share, error }, onRetry, onCancel }: SendingRowProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const percent = Math.round(share * 100)
  const words =
    state === 'failed'
      ? t('staffPublish.upload.failed', { reason: failureText(error) })
      : state === 'queued'
        ? t('staffPublish.upload.queued')
        : share < 1
          ? t('staffPublish.upload.sending', { percent })
          : t('staffPublish.upload.reading')
  return (
    <li className="publish-row publish-sending" data-state={state === 'failed' ? 'refused' : undefined}>
      <span />
      <FileIcon kind={fileKind(name)} />
      <div className="publish-name">
        <span className="publish-file">{name}</span>
        <small role={state === 'failed' ? 'alert' : undefined}>{words}</small>
        {state === 'sending' && (
          <progress aria-label={name} max={100} {...(share < 1 && { value: percent })}>
            {words}
          </progress>
        )}
      </div>
      <span className="publish-acts">
        {state === 'failed' && (
          <IconButton label={`${t('staffPublish.upload.retry')}: ${name}`} onClick={() => onRetry(id)}>
            <RefreshCw className="icon" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={`${t('staffPublish.upload.cancel')}: ${name}`} onClick={() => onCancel(id)}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}
