import { Link } from '@tanstack/react-router'
import { Brand } from '../page/brand.tsx'
import { ContactSwitcher } from '../page/contact-switcher.tsx'
import { LanguagePicker } from '../page/language-picker.tsx'
import { useEntered, useHere } from '../session/use-here.ts'
import { UserMenu } from './menu/user-menu.tsx'
import { SearchButton } from './palette/search-button.tsx'

/** The header of the shell. */
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
      {contact.manageTickets || contact.administrator ? <SearchButton /> : null}
      <LanguagePicker />
      <UserMenu />
    </header>
  )
}
