import { Copy } from 'lucide-react'
import type { LocalizedText } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { copyText } from './copy-text.ts'

type CopyDialogProps = {
  title: string
  text: string
  label: string
  value: string
  onClose: () => void
  words: { close: string; copy: string; done: LocalizedText; failed: LocalizedText }
}

const CopyDialog = ({ title, text, label, value, onClose, words }: CopyDialogProps) => (
  <Dialog open onClose={onClose} title={title} className="dialog dialog--invite">
    <p>{text}</p>
    <Field label={label}>
      <TextInput value={value} readOnly className="mono" data-autofocus="" onFocus={event => event.target.select()} />
    </Field>
    <div className="button-row">
      <Button tone="ghost" onClick={onClose}>
        {words.close}
      </Button>
      <Button tone="primary" onClick={() => void copyText(value, words)}>
        <Copy className="icon" aria-hidden="true" />
        {words.copy}
      </Button>
    </div>
  </Dialog>
)

type SecretDialogProps = Omit<CopyDialogProps, 'value' | 'words'> & { secret: string }

/** A secret that is shown once and never again. */
export const SecretDialog = ({ secret, ...dialog }: SecretDialogProps) => {
  const { t } = useText()
  return (
    <CopyDialog
      {...dialog}
      value={secret}
      words={{
        close: t('staffConnections.kept'),
        copy: t('staffConnections.copy'),
        done: t => t('staffConnections.copied'),
        failed: t => t('staffConnections.notCopied'),
      }}
    />
  )
}

type StartLinkDialogProps = Omit<CopyDialogProps, 'value' | 'label' | 'words'> & { link: string }

/** A link by which somebody gets an account, to be copied where no mail can be sent. */
export const StartLinkDialog = ({ link, ...dialog }: StartLinkDialogProps) => {
  const { t } = useText()
  return (
    <CopyDialog
      {...dialog}
      label={t('staffSettings.link.label')}
      value={new URL(link, location.origin).href}
      words={{
        close: t('words.close'),
        copy: t('staffSettings.link.copy'),
        done: t => t('staffSettings.link.copied'),
        failed: t => t('staffSettings.link.notCopied'),
      }}
    />
  )
}
