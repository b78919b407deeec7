import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DoorClosed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../auth/data.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FocusPage } from './focus-page.tsx'
import { useScreen } from './use-screen.ts'

/** For a user without any contact: there is no portal to show. */
export const NoContactScreen = () => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useScreen('no-contact', t('shell.nothingOpen.title'))
  const leave = () => {
    void signOut(queryClient)
    void navigate({ to: '/Login' })
  }
  return (
    <FocusPage>
      <EmptyState
        heading="h1"
        icon={<DoorClosed className="icon" />}
        title={t('shell.nothingOpen.title')}
        action={<Button onClick={leave}>{t('shell.menu.logout')}</Button>}
      >
        {t('shell.nothingOpen.noContact')}
      </EmptyState>
    </FocusPage>
  )
}
