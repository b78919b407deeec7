import { FocusPage } from '../shell/focus-page.tsx'
import { PageTabs } from './page-tabs.tsx'
import { ContactsPage } from './portal-page.tsx'

/** Contacts inside the shell. */
export const ContactsScreen = () => <ContactsPage />

/** Contacts for whoever is not signed in (decisions 7). */
export const OpenContactsScreen = () => (
  <FocusPage>
    <ContactsPage tabs={<PageTabs />} />
  </FocusPage>
)
