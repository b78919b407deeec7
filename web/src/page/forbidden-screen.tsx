import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEntered, useHere } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

/** Shown in place of a screen whose flag the contact lacks (specification/screens-and-addresses.md#guard-flag). */
export const ForbiddenScreen = () => {
  const { t } = useText()
  const here = useHere()
  const { contact } = useEntered()
  useScreen('forbidden', t('shell.forbidden.title'))
  return (
    <EmptyState
      heading="h1"
      icon={<Lock className="icon" />}
      title={t('shell.forbidden.title')}
      action={
        <Link to="/$company/$contactid" params={here} className={buttonClass({ tone: 'primary' })}>
          {t('shell.forbidden.home')}
        </Link>
      }
    >
      {t('shell.forbidden.text', { company: contact.companyName })}
    </EmptyState>
  )
}
