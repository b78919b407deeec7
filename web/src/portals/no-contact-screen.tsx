import { useNavigate } from '@tanstack/react-router'
import { DoorClosed } from 'lucide-react'
import { stored } from '../api/local-storage.ts'
import { FocusPage } from '../page/focus-page.tsx'
import { signOut } from '../session/data.ts'
import { PortalContext, usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ContactList } from './contact-list.tsx'
import './portals.css'

/** The screen for a user without any contact, with the contacts of the portal that this browser opened last. */
export const NoContactScreen = () => (
  <PortalContext value={stored('portal')}>
    <NoContact />
  </PortalContext>
)

const NoContact = () => {
  const { t } = useText()
  const navigate = useNavigate()
  const portal = usePortal()
  useScreen('no-contact', t('shell.nothingOpen.title'))
  const leave = () => {
    void signOut()
    void (portal
      ? navigate({ to: '/$company/Login', params: { company: portal.webPortalKey } })
      : navigate({ to: '/Login' }))
  }
  return (
    <FocusPage className="nothing-open">
      <EmptyState
        heading="h1"
        icon={<DoorClosed className="icon" />}
        title={t('shell.nothingOpen.title')}
        action={<Button onClick={leave}>{t('shell.menu.logout')}</Button>}
      >
        {t('shell.nothingOpen.noContact')}
      </EmptyState>
      {portal && <ContactList portal={portal} />}
    </FocusPage>
  )
}
