import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isViewing } from '../../api/viewing-tab.ts'
import { useScreen } from '../../session/use-screen.ts'
import { factorTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { PasswordForm } from './password-form.tsx'
import { Preferences } from './preferences.tsx'
import { SessionList } from './session-list.tsx'
import '../auth.css'

const loadSecondFactor = withTexts(() => import('./second-factor.tsx'), factorTexts)
const SecondFactor = lazy(async () => ({ default: (await loadPart(loadSecondFactor)).SecondFactor }))

/** The screen of the user's account. */
export const AccountScreen = () => {
  const { t } = useTranslation()
  const title = t('auth.account.title')
  useScreen('account', title)
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      <div className="page-body account">
        <Preferences />
        {isViewing ? (
          <fieldset className="account-writes" disabled>
            <legend className="sr-only">{t('access.account.mails')}</legend>
            <NotificationChoices />
          </fieldset>
        ) : (
          <>
            <NotificationChoices />
            <PasswordForm />
            <Suspense>
              <SecondFactor />
            </Suspense>
            <SessionList />
          </>
        )}
      </div>
    </>
  )
}
