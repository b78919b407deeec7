import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import { forget, stored } from '../api/local-storage.ts'
import { NotFoundPage } from '../page/not-found-screen.tsx'
import { usePortal, usePortalMissing } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { withTexts } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { accessTexts } from './access-texts.ts'
import { AuthPage } from './auth-page.tsx'
import { AuthSkeleton } from './auth-skeleton.tsx'
import { LoginForm } from './login-form.tsx'

const loadMailRequest = withTexts(() => import('./mail-request-form.tsx'), accessTexts)
const MailRequestForm = lazy(async () => ({ default: (await loadPart(loadMailRequest)).MailRequestForm }))

const loadPasswordless = withTexts(() => import('./passwordless-login.tsx'), accessTexts)
const PasswordlessLogin = lazy(async () => ({ default: (await loadPart(loadPasswordless)).PasswordlessLogin }))

/** The login page, with the branding of the portal in the URL. */
export const LoginScreen = () => {
  const missing = usePortalMissing()
  const { company } = useParams({ strict: false })
  if (!missing) return <Login />
  return stored('portal') === company ? <LeavePortal /> : <NotFoundPage />
}

/** Forgets a stored portal that no longer exists: URLs without a portal would lead back to it. */
const LeavePortal = () => {
  const navigate = useNavigate()
  useEffect(() => {
    forget('portal')
    void navigate({ to: '/Login', replace: true })
  }, [navigate])
  return null
}

const SignIn = (props: ComponentProps<typeof LoginForm>) => {
  const { t } = useText()
  useScreen('login', t('auth.login.title'))
  return <LoginForm {...props} />
}

const Login = () => {
  const { company } = useParams({ strict: false })
  const { back, failed, forgot, link } = useSearch({ strict: false })
  const isPasswordless = usePortal()?.disablePasswords
  return (
    <AuthPage company={company}>
      {isPasswordless && company ? (
        <Suspense fallback={<AuthSkeleton />}>
          <PasswordlessLogin company={company} back={back} failed={failed} />
        </Suspense>
      ) : forgot || link ? (
        <Suspense fallback={<AuthSkeleton />}>
          <MailRequestForm kind={forgot ? 'recovery' : 'linkRequest'} company={company} />
        </Suspense>
      ) : (
        <SignIn company={company} back={back} failed={failed} />
      )}
    </AuthPage>
  )
}
