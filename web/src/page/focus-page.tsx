import type { ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { Brand } from './brand.tsx'
import { useBranding } from './branding.ts'
import { Footer } from './footer.tsx'
import { LanguagePicker } from './language-picker.tsx'

/** A page of the portal without the menu: header and footer alone. `className` dresses what is between them. */
export const FocusPage = ({ className, children }: { className?: string; children: ReactNode }) => {
  const { t } = useText()
  useBranding()
  return (
    <>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <div className="focus-page">
        <header className="shell-header">
          <span className="shell-brand">
            <Brand />
          </span>
          <span className="header-space" />
          <LanguagePicker />
        </header>
        <main id="main" tabIndex={-1} className={className}>
          {children}
        </main>
        <Footer />
      </div>
    </>
  )
}
