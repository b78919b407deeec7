import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBranding } from '../page/branding.ts'
import { LanguagePicker } from '../page/language-picker.tsx'
import { useText } from '../text/use-text.ts'
import { LoginCover } from './login-cover.tsx'
import './auth.css'

/** The layout of the pages around sign-in: a form beside the portal's cover. */
export const AuthPage = ({ company, children }: { company: string | undefined; children: ReactNode }) => {
  const { t } = useText()
  useBranding()
  return (
    <div className="auth">
      <main className="auth-panel" id="main">
        <div className="auth-top">
          <LanguagePicker className="button button--ghost" />
        </div>
        {children}
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
