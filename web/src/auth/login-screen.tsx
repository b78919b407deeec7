import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBranding } from '../shell/branding.ts'
import { LanguagePicker } from '../shell/language-picker.tsx'
import { NotFoundPage } from '../shell/not-found-screen.tsx'
import { usePortalMissing } from '../shell/use-here.ts'
import { useScreen } from '../shell/use-screen.ts'
import { LoginCover } from './login-cover.tsx'
import { LoginForm } from './login-form.tsx'

/** The login, in the portal's colours where the address names one (spec 2; decisions 3). */
export const LoginScreen = () => (usePortalMissing() ? <NotFoundPage /> : <Login />)

const Login = () => {
  const { t } = useTranslation()
  const { company } = useParams({ strict: false })
  const { back, failed } = useSearch({ strict: false })
  useBranding()
  useScreen('login', t('auth.login.title'))
  return (
    <div className="auth">
      <main className="auth-panel" id="main">
        <div className="auth-top">
          <LanguagePicker className="button button--ghost" />
        </div>
        <LoginForm company={company} back={back} failed={failed} />
        <div className="auth-foot">
          {company && (
            <>
              <Link to="/$company/privacy" params={{ company }}>
                {t('shell.menu.privacy')}
              </Link>
              <Link to="/$company/contacts" params={{ company }}>
                {t('shell.menu.contacts')}
              </Link>
            </>
          )}
        </div>
      </main>
      <LoginCover />
    </div>
  )
}
