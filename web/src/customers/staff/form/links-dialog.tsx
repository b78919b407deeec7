import { Copy } from 'lucide-react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import './form.css'

/** A link of an invitation, and whom it is for. */
export type InvitationLink = { email: string; link: string }

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: localized(t => t('staffCustomers.link.copied')) })
  } catch {
    toast({ title: localized(t => t('staffCustomers.link.notCopied')), tone: 'warning' })
  }
}

/** The links of invitations, where no mail can be sent. */
export const InvitationLinks = ({ links }: { links: readonly InvitationLink[] }) => {
  const { t } = useText()
  return (
    <div className="invite-lines">
      <p>{t('staffCustomers.link.text')}</p>
      {links.map(({ email, link }) => {
        const address = new URL(link, location.origin).href
        return (
          <div key={email} className="link-line">
            <Field label={t('staffCustomers.link.label', { email })}>
              <TextInput value={address} readOnly onFocus={event => event.target.select()} />
            </Field>
            <IconButton label={t('staffCustomers.link.copy', { email })} onClick={() => void copy(address)}>
              <Copy className="icon" aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
    </div>
  )
}

/** The same by themselves. */
export const LinksDialog = ({ links, onClose }: { links: readonly InvitationLink[]; onClose: () => void }) => {
  const { t } = useText()
  return (
    <Dialog open onClose={onClose} className="dialog dialog--form" title={t('staffCustomers.link.title')}>
      <InvitationLinks links={links} />
      <div className="button-row">
        <Button tone="primary" onClick={onClose} data-autofocus="">
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  )
}
