import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'

/** The link for the first administrator of a company, which is shown once. */
export const CompanyLinkDialog = ({ name, link, onClose }: { name: string; link: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: localized(t => t('staffSettings.link.copied')) })
    } catch {
      toast({ title: localized(t => t('staffSettings.link.notCopied')), tone: 'warning' })
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('staffInstallation.link.title', { name })}>
      <p>{t('staffInstallation.link.text')}</p>
      <Field label={t('staffSettings.link.label')}>
        <TextInput value={link} readOnly data-autofocus="" onFocus={event => event.target.select()} />
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
