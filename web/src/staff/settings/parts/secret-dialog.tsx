import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { copyText } from './copy-text.ts'

type SecretDialogProps = { title: string; text: string; label: string; secret: string; onClose: () => void }

/** What is shown once and never again. */
export const SecretDialog = ({ title, text, label, secret, onClose }: SecretDialogProps) => {
  const { t } = useTranslation()
  const copy = () =>
    copyText(secret, { done: t => t('staffConnections.copied'), failed: t => t('staffConnections.notCopied') })
  return (
    <Dialog open onClose={onClose} title={title} className="dialog dialog--invite">
      <p>{text}</p>
      <Field label={label}>
        <TextInput
          value={secret}
          readOnly
          className="mono"
          data-autofocus=""
          onFocus={event => event.target.select()}
        />
      </Field>
      <div className="button-row">
        <Button tone="ghost" onClick={onClose}>
          {t('staffConnections.kept')}
        </Button>
        <Button tone="primary" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden="true" />
          {t('staffConnections.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
