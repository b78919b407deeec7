import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortal } from '../shell/use-here.ts'
import { useScreen } from '../shell/use-screen.ts'
import { ContactList } from './contact-list.tsx'
import { PrivacyText } from './privacy-text.tsx'

/** A page of the portal; the same inside the shell and outside of it, where it has links of its own above. */
type PageProps = { tabs?: ReactNode }

export const PrivacyPage = ({ tabs }: PageProps) => {
  const { t } = useTranslation()
  const title = t('portals.privacy.title')
  const portal = usePortal()
  useScreen('privacy', title)
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      {tabs}
      <div className="text-page">
        <PrivacyText />
        <aside>
          {portal && (
            <div className="card card-body">
              <h2 className="side-title">{t('portals.contacts.title')}</h2>
              <ContactList portal={portal} />
            </div>
          )}
        </aside>
      </div>
    </>
  )
}

export const ContactsPage = ({ tabs }: PageProps) => {
  const { t } = useTranslation()
  const title = t('portals.contacts.title')
  const portal = usePortal()
  useScreen('contacts', title)
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      {tabs}
      <div className="text-page">
        {portal && (
          <section aria-label={portal.webPortalName}>
            <h2 className="side-title">{portal.webPortalName}</h2>
            <ContactList portal={portal} />
          </section>
        )}
      </div>
    </>
  )
}
