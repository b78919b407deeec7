import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RetryPanel } from '../ui/retry-panel.tsx'
import { useFailureText } from './failures.ts'
import { ForbiddenScreen } from './forbidden-screen.tsx'
import { NotOpen } from './guard.ts'

/** What stands in place of a screen that could not be shown. */
export const ScreenFailed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const router = useRouter()
  if (error instanceof NotOpen) return <ForbiddenScreen />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <RetryPanel title={t('shell.screenFailed')} retry={t('words.retry')} onRetry={retry}>
      {text(error)}
    </RetryPanel>
  )
}
