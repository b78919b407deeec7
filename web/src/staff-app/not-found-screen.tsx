import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { useStaffScreen } from '../staff/session/use-staff-screen.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

/** An address that leads nowhere. */
export const NotFoundScreen = () => {
  const { t } = useText()
  useStaffScreen('staff-not-found', t('staffShell.notFound.title'))
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        heading="h1"
        icon={<FileQuestion className="icon" />}
        title={t('staffShell.notFound.title')}
        action={
          <Link to="/" className={buttonClass({ tone: 'primary' })}>
            {t('staffShell.notFound.home')}
          </Link>
        }
      >
        {t('staffShell.notFound.text')}
      </EmptyState>
    </main>
  )
}
