import { Link, useLocation } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { readAddress } from '../session/addresses.ts'
import { PortalContext } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { FocusPage } from './focus-page.tsx'

/** An address that leads nowhere, inside the shell. */
export const NotFoundScreen = () => {
  const { t } = useText()
  useScreen('not-found', t('shell.notFound.title'))
  return (
    <EmptyState
      heading="h1"
      icon={<FileQuestion className="icon" />}
      title={t('shell.notFound.title')}
      action={
        <Link to="/" className={buttonClass({ tone: 'primary' })}>
          {t('shell.notFound.home')}
        </Link>
      }
    >
      {t('shell.notFound.text')}
    </EmptyState>
  )
}

/** The same outside of the shell, in the look of the portal that the address begins with. */
export const NotFoundPage = () => {
  // No route has matched, so there is no parameter with the portal.
  const { company } = readAddress(useLocation().pathname)
  return (
    <PortalContext value={company}>
      <FocusPage>
        <NotFoundScreen />
      </FocusPage>
    </PortalContext>
  )
}
