import type { SignInLink } from '@portico/contract/sign-in/links'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../api/api.ts'
import { failureOf, useFailureText } from '../api/failures.ts'
import { stored } from '../api/local-storage.ts'
import { PortalContext } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { signInByLink, signInLink } from './data.ts'
import { LoginLink } from './login-link.tsx'
import { NotMeScreen } from './not-me-screen.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

/** The screen of mailed links: of one that signs in, or of a mail about a sign-in. A button does what they are for; opening the page does not. */
export const LinkScreen = () => {
  const { key = '', session } = useSearch({ from: '/link' })
  return session === undefined ? <SignInLinkScreen linkKey={key} /> : <NotMeScreen noticeKey={session} />
}

const SignInLinkScreen = ({ linkKey: key }: { linkKey: string }) => {
  const { data, error, refetch, isFetching } = useQuery(signInLink(key))
  const ended = error instanceof ApiError ? error.webPortalKey : undefined
  // An unknown key has no portal; guess the one that this browser opened last.
  const company = data?.webPortalKey ?? ended ?? (error ? stored('portal') : undefined)
  return (
    <PortalContext value={company}>
      <LinkPage company={company}>
        {data ? (
          <Enter link={data} linkKey={key} onEnded={refetch} />
        ) : error ? (
          <Refused error={error} company={company} onRetry={refetch} busy={isFetching} />
        ) : (
          <AuthSkeleton />
        )}
      </LinkPage>
    </PortalContext>
  )
}

const LinkPage = ({ company, children }: Parameters<typeof AuthPage>[0]) => {
  const { t } = useText()
  useScreen('link', t('access.link.title'))
  return <AuthPage company={company}>{children}</AuthPage>
}

const isEnded = (error: unknown) => ['invalid_code', 'link_used'].includes(failureOf(error).code)

type EnterProps = { link: SignInLink; linkKey: string; onEnded: () => void }

const Enter = ({ link: { userName, webPortalKey, elsewhere }, linkKey, onEnded }: EnterProps) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const go = () => navigate({ href: `/${webPortalKey}`, replace: true })
  const enter = useMutation({
    ...signInByLink,
    onSuccess: ({ ticket }) => ticket === null && go(),
    onError: error => isEnded(error) && onEnded(),
  })
  if (enter.data?.ticket)
    return (
      <SecondFactorStep
        ticket={enter.data.ticket}
        onDone={go}
        onRestart={() => navigate({ href: `/${webPortalKey}/Login` })}
      />
    )
  return (
    <div className="auth-form">
      <div>
        <h1 className="page-title">{t('access.link.title')}</h1>
        <p>{t('access.link.text', { userName })}</p>
      </div>
      {elsewhere && (
        <Alert tone="warning" title={t('access.link.elsewhere')}>
          {t('access.link.elsewhereText')}
        </Alert>
      )}
      {enter.error && !isEnded(enter.error) && <Alert tone="danger" title={text(enter.error)} />}
      <Button tone="primary" size="lg" block busy={enter.isPending} onClick={() => enter.mutate(linkKey)}>
        {t(elsewhere ? 'access.link.goOn' : 'access.link.submit')}
      </Button>
    </div>
  )
}

const ends = ['expired', 'withdrawn'] as const

type RefusedProps = { error: unknown; company: string | undefined; onRetry: () => void; busy: boolean }

/** Why a sign-in link is not valid, and the link to the login page. */
const Refused = ({ error, company, onRetry, busy }: RefusedProps) => {
  const { t } = useText()
  const text = useFailureText()
  if (!isEnded(error))
    return (
      <div className="auth-form">
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={onRetry} busy={busy}>
          {text(error)}
        </RetryPanel>
      </div>
    )
  const detail = error instanceof ApiError ? error.detail : undefined
  const end = failureOf(error).code === 'link_used' ? 'used' : (ends.find(one => one === detail) ?? 'unknown')
  return (
    <div className="auth-form">
      <div role="status">
        <h1 className="page-title">{t(`access.link.${end}`)}</h1>
        <p>{t(`access.link.${end}Text`)}</p>
      </div>
      <p>
        <LoginLink company={company}>{t('access.confirm.login')}</LoginLink>
      </p>
    </div>
  )
}
