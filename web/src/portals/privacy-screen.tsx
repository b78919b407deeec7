import { FocusPage } from '../shell/focus-page.tsx'
import { PageTabs } from './page-tabs.tsx'
import { PrivacyPage } from './portal-page.tsx'

/** Privacy terms inside the shell. */
export const PrivacyScreen = () => <PrivacyPage />

/** Privacy terms for whoever is not signed in (decisions 7). */
export const OpenPrivacyScreen = () => (
  <FocusPage>
    <PrivacyPage tabs={<PageTabs />} />
  </FocusPage>
)
