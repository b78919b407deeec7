import { useTranslation } from 'react-i18next'
import { isViewing } from '../../api/viewing-tab.ts'
import { useScreen } from '../../session/use-screen.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { PasswordForm } from './password-form.tsx'
import { Preferences } from './preferences.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'
import '../auth.css'

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
            <SecondFactor />
            <SessionList />
          </>
        )}
      </div>
    </>
  )
}
