import { lazy, Suspense } from 'react'
import { isViewing } from '../../api/viewing-tab.ts'
import { useFormat } from '../../session/use-format.ts'
import { useEntered, usePortal } from '../../session/use-here.ts'
import { useScreen } from '../../session/use-screen.ts'
import { passkeyTexts } from '../../text/passkey-texts.ts'
import { peopleTexts } from '../../text/people-texts.ts'
import { factorTexts } from '../../text/shared-texts.ts'
import { withTexts } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { PasswordForm } from './password-form.tsx'
import { Preferences } from './preferences.tsx'
import { SessionList } from './session-list.tsx'
import '../auth.css'

const loadSecondFactor = withTexts(() => import('./second-factor.tsx'), factorTexts, passkeyTexts)
const SecondFactor = lazy(async () => ({ default: (await loadPart(loadSecondFactor)).SecondFactor }))
const loadRule = withTexts(() => import('./sign-in-rule.tsx'), peopleTexts)
const SignInRule = lazy(async () => ({ default: (await loadPart(loadRule)).SignInRule }))
const loadPasskeys = withTexts(() => import('../../page/passkeys/passkey-list.tsx'), passkeyTexts)
const PasskeyList = lazy(async () => ({ default: (await loadPart(loadPasskeys)).PasskeyList }))

/** The screen of the user's account. */
export const AccountScreen = () => {
  const { t } = useText()
  const title = t('auth.account.title')
  useScreen('account', title)
  const { numericDay } = useFormat()
  const { contact } = useEntered()
  const disablePasswords = usePortal()?.disablePasswords
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
            {!disablePasswords && <PasswordForm />}
            <Suspense>
              <PasskeyList calls={ownPasskeys} formatDay={numericDay} />
              <SecondFactor />
              {contact.administrator && <SignInRule />}
            </Suspense>
            <SessionList />
          </>
        )}
      </div>
    </>
  )
}
