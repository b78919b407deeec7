import type { StaffAccount } from '@portico/contract/staff/accounts'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'

type LinkDialogProps = { account: StaffAccount; link: string; onClose: () => void }

/** The link of an invitation, where no mail can be sent. */
export const LinkDialog = ({ account, link, onClose }: LinkDialogProps) => {
  const { t } = useTranslation()
  const address = new URL(link, location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: localized(t => t('staffSettings.link.copied')) })
    } catch {
      toast({ title: localized(t => t('staffSettings.link.notCopied')), tone: 'warning' })
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('staffSettings.link.title', { name: account.displayName })}>
      <p>{t('staffSettings.link.text')}</p>
      <Field label={t('staffSettings.link.label')}>
        <TextInput value={address} readOnly data-autofocus="" onFocus={event => event.target.select()} />
      </Field>
      <div className="button-row">
        <Button tone="ghost" onClick={onClose}>
          {t('words.close')}
        </Button>
        <Button tone="primary" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden="true" />
          {t('staffSettings.link.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
