import type { StaffSignInNotice } from '@portico/contract/staff/sign-in/notices'
import { deviceName } from '@portico/contract/values/device-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { endUnknownSession, signInNotice } from './data.ts'
import { StaffAuthPage } from './staff-auth-page.tsx'

/** The page of the mail about a sign-in from a new place. A button ends its session; opening the page does not. */
export const SignInNoticeScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const { key } = useParams({ from: '/sign-ins/$key' })
  const { data, error, refetch, isFetching } = useQuery(signInNotice(key))
  useStaffScreen('staff-login', t('staffAccess.notMe.title'))
  return (
    <StaffAuthPage>
      <section className="auth-card" aria-busy={!data && !error}>
        {data ? (
          <SignIn notice={data} noticeKey={key} />
        ) : error && failureOf(error).code === 'invalid_code' ? (
          <>
            <div role="status">
              <h1>{t('staffAccess.notMe.unknown')}</h1>
              <p>{t('staffAccess.notMe.unknownText')}</p>
            </div>
            <AccountLink />
          </>
        ) : error ? (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {text(error)}
          </RetryPanel>
        ) : (
          <header>
            <h1>{t('staffAccess.notMe.title')}</h1>
          </header>
        )}
      </section>
    </StaffAuthPage>
  )
}

/** To the account page, where password, passkeys and sessions are. */
const AccountLink = () => {
  const { t } = useText()
  return (
    <Link to="/account" className="button button--primary button--lg button--block">
      {t('staffAccess.notMe.account')}
    </Link>
  )
}

const SignIn = ({ notice, noticeKey }: { notice: StaffSignInNotice; noticeKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const { numericDay, clock } = useStaffFormat()
  const end = useMutation(endUnknownSession)
  const { email, companyName, signedInAt, address, device, ended } = notice
  if (end.isSuccess || ended)
    return (
      <>
        <div role="status">
          <h1>{t(end.isSuccess ? 'staffAccess.notMe.done' : 'staffAccess.notMe.ended')}</h1>
          <p>{t('staffAccess.notMe.doneText')}</p>
        </div>
        <AccountLink />
      </>
    )
  return (
    <>
      <header>
        <h1>{t('staffAccess.notMe.title')}</h1>
        <p>{t('staffAccess.notMe.text', { email, company: companyName })}</p>
      </header>
      <dl className="details">
        <div>
          <dt>{t('staffAccess.notMe.when')}</dt>
          <dd>{`${numericDay(signedInAt)} ${clock(signedInAt)}`}</dd>
        </div>
        <div>
          <dt>{t('staffAccess.notMe.device')}</dt>
          <dd>{deviceName(device) ?? t('staffAccess.notMe.unknownDevice')}</dd>
        </div>
        {address && (
          <div>
            <dt>{t('staffAccess.notMe.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
      </dl>
      {end.error && <Alert tone="danger">{text(end.error)}</Alert>}
      <Button tone="danger" size="lg" block busy={end.isPending} onClick={() => end.mutate(noticeKey)}>
        {t('staffAccess.notMe.submit')}
      </Button>
      <p className="auth-note">{t('staffAccess.notMe.mine')}</p>
    </>
  )
}
