import type { SignInNotice } from '@portico/contract/sign-in/notices'
import { deviceName } from '@portico/contract/values/device-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { failureOf, useFailureText } from '../api/failures.ts'
import { stored } from '../api/local-storage.ts'
import { useFormat } from '../session/use-format.ts'
import { PortalContext, usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { endUnknownSession, signInNotice } from './data.ts'
import { LoginLink } from './login-link.tsx'

/** The screen of the mail about a sign-in from a new place. A button ends its session; opening the page does not. */
export const NotMeScreen = ({ noticeKey: key }: { noticeKey: string }) => {
  const { data, error, refetch, isFetching } = useQuery(signInNotice(key))
  const company = data?.webPortalKey ?? (error ? stored('portal') : undefined)
  return (
    <PortalContext value={company}>
      <NotMePage company={company}>
        {data ? (
          <SignIn notice={data} noticeKey={key} />
        ) : error ? (
          <Refused error={error} company={company} onRetry={refetch} busy={isFetching} />
        ) : (
          <AuthSkeleton />
        )}
      </NotMePage>
    </PortalContext>
  )
}

const NotMePage = ({ company, children }: Parameters<typeof AuthPage>[0]) => {
  const { t } = useText()
  useScreen('link', t('access.notMe.title'))
  return <AuthPage company={company}>{children}</AuthPage>
}

const SignIn = ({ notice, noticeKey }: { notice: SignInNotice; noticeKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const { numericDay, clock } = useFormat()
  const end = useMutation(endUnknownSession)
  const isPasswordless = usePortal()?.disablePasswords ?? false
  const { userName, webPortalKey, signedInAt, address, device, ended } = notice
  if (end.isSuccess || ended)
    return (
      <div className="auth-form">
        <div role="status">
          <h1 className="page-title">{t(end.isSuccess ? 'access.notMe.done' : 'access.notMe.ended')}</h1>
          <p>{t(isPasswordless ? 'access.notMe.doneWithoutPassword' : 'access.notMe.doneText')}</p>
        </div>
        <p>
          <LoginLink
            company={webPortalKey}
            {...(!isPasswordless && { forgot: true })}
            className="button button--primary button--lg button--block"
          >
            {t(isPasswordless ? 'access.notMe.login' : 'access.notMe.recover')}
          </LoginLink>
        </p>
      </div>
    )
  return (
    <div className="auth-form">
      <div>
        <h1 className="page-title">{t('access.notMe.title')}</h1>
        <p>{t('access.notMe.text', { userName })}</p>
      </div>
      <dl className="details">
        <div>
          <dt>{t('access.notMe.when')}</dt>
          <dd>{`${numericDay(signedInAt)} ${clock(signedInAt)}`}</dd>
        </div>
        <div>
          <dt>{t('access.notMe.device')}</dt>
          <dd>{deviceName(device) ?? t('access.notMe.unknownDevice')}</dd>
        </div>
        {address && (
          <div>
            <dt>{t('access.notMe.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
      </dl>
      {end.error && <Alert tone="danger" title={text(end.error)} />}
      <Button tone="danger" size="lg" block busy={end.isPending} onClick={() => end.mutate(noticeKey)}>
        {t('access.notMe.submit')}
      </Button>
      <p>{t('access.notMe.mine')}</p>
    </div>
  )
}

type RefusedProps = { error: unknown; company: string | undefined; onRetry: () => void; busy: boolean }

/** Why the link of the mail leads to nothing, and the way to a new password all the same. */
const Refused = ({ error, company, onRetry, busy }: RefusedProps) => {
  const { t } = useText()
  const text = useFailureText()
  if (failureOf(error).code !== 'invalid_code')
    return (
      <div className="auth-form">
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={onRetry} busy={busy}>
          {text(error)}
        </RetryPanel>
      </div>
    )
  return (
    <div className="auth-form">
      <div role="status">
        <h1 className="page-title">{t('access.notMe.unknown')}</h1>
        <p>{t('access.notMe.unknownText')}</p>
      </div>
      <p>
        <LoginLink company={company} forgot>
          {t('access.notMe.recover')}
        </LoginLink>
      </p>
    </div>
  )
}
