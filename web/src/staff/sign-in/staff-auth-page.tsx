import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'
import { LanguageMenu } from '../parts/language-menu.tsx'
import { PorticoMark } from '../parts/portico-mark.tsx'
import './staff-auth.css'

/** The layout of the pages before the sign-in: a card in the middle, or a `wide` page. */
export const StaffAuthPage = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => {
  const { t } = useText()
  return (
    <div className="staff-auth">
      <header className="staff-auth-top">
        <span className="staff-auth-mark">
          <PorticoMark />
        </span>
        Portico
        <LanguageMenu />
      </header>
      <main className={wide ? 'staff-auth-main staff-auth-main--wide' : 'staff-auth-main'} id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="auth-foot staff-auth-foot">
        <span>{t('staffAccess.staffOnly')}</span>
      </footer>
    </div>
  )
}
