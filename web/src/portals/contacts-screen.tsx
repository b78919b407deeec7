import { usePortal } from '../session/use-here.ts'
import { ContactList } from './contact-list.tsx'
import { PortalPage } from './portal-page.tsx'

/** How to reach the service company (decisions 7). */
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

/** The same for whoever is not signed in. */
export const OpenContactsScreen = () => <ContactsScreen alone />
