import { usePortal } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { ContactList } from './contact-list.tsx'
import { PortalPage } from './portal-page.tsx'
import { PrivacyText } from './privacy-text.tsx'

/** The screen of the privacy terms, with the contacts beside them. */
export const PrivacyScreen = ({ alone = false }: { alone?: boolean }) => {
  const { t } = useText()
  const portal = usePortal()
  return (
    <PortalPage name="privacy" alone={alone}>
      <PrivacyText />
      <aside>
        {portal && (
          <div className="card card-body">
            <h2 className="side-title">{t('portals.contacts.title')}</h2>
            <ContactList portal={portal} />
          </div>
        )}
      </aside>
    </PortalPage>
  )
}

/** The same without a sign-in. */
export const OpenPrivacyScreen = () => <PrivacyScreen alone />
