import { Link } from '@tanstack/react-router'
import { Brand } from './brand.tsx'
import { ContactSwitcher } from './contact-switcher.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { TicketSearch } from './ticket-search.tsx'
import { useEntered, useHere } from './use-here.ts'
import { UserMenu } from './user-menu.tsx'

/** The header of the shell (spec 2). */
export const Header = () => {
  const here = useHere()
  const { contact } = useEntered()
  return (
    <header className="shell-header">
      <Link className="shell-brand" to="/$company/$contactid" params={here}>
        <Brand />
      </Link>
      <ContactSwitcher />
      <span className="header-space" />
      {contact.manageTickets || contact.administrator ? <TicketSearch /> : null}
      <LanguagePicker />
      <UserMenu />
    </header>
  )
}
