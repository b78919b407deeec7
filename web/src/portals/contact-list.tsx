import type { PortalSettings } from '@portico/contract/portals'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { useText } from '../text/use-text.ts'

type Fact = { icon: LucideIcon; label: string; text: string | null; href?: string }

/** The service company's contacts from the portal's settings. */
export const ContactList = ({ portal }: { portal: PortalSettings }) => {
  const { t } = useText()
  const { supportPhone, supportEmail, supportHours, address, takesBookings, webPortalKey: company } = portal
  const facts: Fact[] = [
    {
      icon: Phone,
      label: t('portals.contacts.phone'),
      text: supportPhone,
      href: `tel:${supportPhone?.replace(/[^+\d]/g, '')}`,
    },
    { icon: Mail, label: t('portals.contacts.email'), text: supportEmail, href: `mailto:${supportEmail}` },
    { icon: Clock, label: t('portals.contacts.hours'), text: supportHours },
    { icon: MapPin, label: t('portals.contacts.address'), text: address },
  ]
  const known = facts.filter(({ text }) => text)
  if (!known.length && !takesBookings) return <p>{t('portals.contacts.empty')}</p>
  return (
    <ul className="fact-list">
      {known.map(({ icon: Icon, label, text, href }) => (
        <li key={label}>
          <Icon className="icon" aria-hidden="true" />
          <span>
            <b>{href ? <a href={href}>{text}</a> : text}</b>
            {label}
          </span>
        </li>
      ))}
      {takesBookings && (
        <li>
          <CalendarPlus className="icon" aria-hidden="true" />
          <span>
            <b>
              <Link to="/appointments/$company" params={{ company }}>
                {t('shell.menu.booking')}
              </Link>
            </b>
          </span>
        </li>
      )}
    </ul>
  )
}
