import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense } from 'react'
import { ApiError } from '../api/api.ts'
import { failureOf, useFailureText } from '../api/failures.ts'
import { stored } from '../api/local-storage.ts'
import { PortalContext } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { passkeyTexts } from '../text/passkey-texts.ts'
import { withTexts } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { loadPart } from '../ui/loading/load-part.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { confirmation, renewLink } from './data.ts'
import { LoginLink } from './login-link.tsx'

const loadEntry = withTexts(() => import('./confirm-entry.tsx'), passkeyTexts)
const ConfirmEntry = lazy(async () => ({ default: (await loadPart(loadEntry)).ConfirmEntry }))

/** The screen of an invitation or recovery link. Opening it changes nothing. */
export const ConfirmScreen = () => {
  // A URL without a key is shown like one with an unknown key.
  const { key = '-' } = useSearch({ from: '/confirm' })
  const { data, error, refetch, isFetching } = useQuery(confirmation(key))
  const ended = error instanceof ApiError ? error.webPortalKey : undefined
  // An unknown key has no portal; guess the one that this browser opened last.
  const company = data?.webPortalKey ?? ended ?? (error ? stored('portal') : undefined)
  return (
    <PortalContext value={company}>
      <ConfirmPage company={company} kind={data?.kind ?? 'invitation'}>
        {data ? (
          data.setsPassword ? (
            <ConfirmForm confirmation={data} linkKey={key} />
          ) : (
            <Suspense fallback={<AuthSkeleton />}>
              <ConfirmEntry confirmation={data} linkKey={key} />
            </Suspense>
          )
        ) : error ? (
          <Refused error={error} linkKey={key} company={company} onRetry={refetch} busy={isFetching} />
        ) : (
          <AuthSkeleton />
        )}
      </ConfirmPage>
    </PortalContext>
  )
}

type ConfirmPageProps = ComponentProps<typeof AuthPage> & { kind: 'invitation' | 'recovery' }

const ConfirmPage = ({ company, kind, children }: ConfirmPageProps) => {
  const { t } = useText()
  useScreen('confirm', t(`access.confirm.${kind}`))
  return <AuthPage company={company}>{children}</AuthPage>
}

const ends = ['used', 'expired', 'withdrawn'] as const

type RefusedProps = {
  error: unknown
  linkKey: string
  company: string | undefined
  onRetry: () => void
  busy: boolean
}

/** Why a link is not valid, and how to get a new one. */
const Refused = ({ error, linkKey, company, onRetry, busy }: RefusedProps) => {
  const { t } = useText()
  const text = useFailureText()
  const renew = useMutation(renewLink)
  if (failureOf(error).code !== 'invalid_code')
    return (
      <div className="auth-form">
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={onRetry} busy={busy}>
          {text(error)}
        </RetryPanel>
      </div>
    )
  const detail = error instanceof ApiError ? error.detail : undefined
  const end = ends.find(one => one === detail) ?? 'unknown'
  const title = renew.isSuccess ? 'renewed' : end
  return (
    <div className="auth-form">
      <div role="status">
        <h1 className="page-title">{t(`access.confirm.${title}`)}</h1>
        <p>
          {title === 'unknown' && `${t('errors.invalid_code')}. `}
          {t(`access.confirm.${title}Text`)}
        </p>
      </div>
      {renew.error && <Alert tone="danger" title={text(renew.error)} />}
      {(end === 'used' || end === 'expired') && !renew.isSuccess && (
        <Button tone="primary" size="lg" block busy={renew.isPending} onClick={() => renew.mutate(linkKey)}>
          {t('access.confirm.renew')}
        </Button>
      )}
      <p>
        <LoginLink company={company}>{t('access.confirm.login')}</LoginLink>
      </p>
    </div>
  )
}
