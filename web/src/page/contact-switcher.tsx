import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { useEntered, useHere } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { Menu, type MenuGroup } from '../ui/overlay/menu.tsx'

/** The user's contacts as groups of a menu, one for each portal. */
export const useContactGroups = (): MenuGroup[] => {
  const { me } = useEntered()
  const here = useHere()
  const navigate = useNavigate()
  const portals = new Map(me.contacts.map(({ portalSettings }) => [portalSettings.webPortalKey, portalSettings]))
  return [...portals.values()].map(({ webPortalKey: company, webPortalName: title }) => ({
    id: company,
    title,
    entries: me.contacts
      .filter(contact => contact.portalSettings.webPortalKey === company)
      .map(({ contactId: contactid, companyName: text }) => ({
        id: String(contactid),
        text,
        checked: company === here.company && contactid === here.contactid,
        onSelect: () => void navigate({ to: '/$company/$contactid', params: { company, contactid } }),
      })),
  }))
}

/** The choice of portal and contact: a radio list grouped by portal. */
export const ContactSwitcher = () => {
  const { t } = useText()
  const { contact } = useEntered()
  const groups = useContactGroups()
  return (
    <Menu
      label={t('shell.switchContact')}
      groups={groups}
      trigger={props => (
        <button type="button" {...props} className="header-control portal-switcher">
          <Building2 className="icon" aria-hidden="true" />
          <span className="sr-only">{t('shell.switchContact')}: </span>
          <span className="portal-switcher-name">{contact.companyName}</span>
          <ChevronsUpDown className="icon" aria-hidden="true" />
        </button>
      )}
    />
  )
}
