import { usePortal } from '../session/use-here.ts'
import { ContactList } from './contact-list.tsx'
import { PortalPage } from './portal-page.tsx'

/** The screen of the service company's contacts. */
export const ContactsScreen = ({ alone = false }: { alone?: boolean }) => {
  const portal = usePortal()
  return (
    <PortalPage name="contacts" alone={alone}>
      {portal && (
        <section aria-label={portal.webPortalName}>
          <h2 className="side-title">{portal.webPortalName}</h2>
          <ContactList portal={portal} />
        </section>
      )}
    </PortalPage>
  )
}

/** The same without a sign-in. */
export const OpenContactsScreen = () => <ContactsScreen alone />
