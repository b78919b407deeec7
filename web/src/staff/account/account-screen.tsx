import { languages } from '@portico/contract/language'
import { useId } from 'react'
import { densities, schemes } from '../../api/local-storage.ts'
import { useDensity, useScheme } from '../../session/appearance.ts'
import { languageNames } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Switch } from '../parts/switch.tsx'
import { useMe } from '../session/use-me.ts'
import { useChangePreferences } from '../session/use-preferences.ts'
import { useStaffScreen } from '../session/use-staff-screen.ts'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'
import './account.css'

const Preferences = () => {
  const { t } = useText()
  const title = useId()
  const { keys } = useMe()
  const language = useLanguage()
  const [scheme, setScheme] = useScheme()
  const [density, setDensity] = useDensity()
  const { changeLanguage, changeKeys } = useChangePreferences()
  return (
    <section className="account-block" aria-labelledby={title}>
      <h2 id={title}>{t('staffAccount.preferences')}</h2>
      <p>{t('staffAccount.perDevice')}</p>
      <div className="form">
        <Field as="group" label={t('staffShell.language')}>
          <SegmentedControl
            label={t('staffShell.language')}
            options={languages.map(value => ({ value, text: languageNames[value] }))}
            value={language}
            onChange={changeLanguage}
          />
        </Field>
        <Field as="group" label={t('staffShell.scheme.title')}>
          <SegmentedControl
            label={t('staffShell.scheme.title')}
            options={schemes.map(value => ({ value, text: t(`staffShell.scheme.${value}`) }))}
            value={scheme}
            onChange={setScheme}
          />
        </Field>
        <Field as="group" label={t('staffShell.density.title')}>
          <SegmentedControl
            label={t('staffShell.density.title')}
            options={densities.map(value => ({ value, text: t(`staffShell.density.${value}`) }))}
            value={density}
            onChange={setDensity}
          />
        </Field>
        <Field as="group" label={t('staffAccount.keys')} hint={t('staffAccount.keysHint')}>
          <Switch checked={keys} onChange={changeKeys}>
            {t('staffShell.letterKeys')}
          </Switch>
        </Field>
      </div>
    </section>
  )
}

/** One's own account: who one is, preferences, and the password. */
export const AccountScreen = () => {
  const { t } = useText()
  const me = useMe()
  useStaffScreen('staff-account', t('staffAccount.title'))
  const { displayName, email, role, serviceCompany, portals, groups } = me
  return (
    <main className="staff-main" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffAccount.title')}</h1>
        <span className="page-sub">{serviceCompany.name}</span>
      </header>
      <div className="staff-scroll">
        <div className="own-account">
          <section className="own-card" aria-label={displayName}>
            <Avatar name={displayName} size="lg" />
            <div>
              <b>{displayName}</b>
              <span>{email}</span>
            </div>
            <dl className="details">
              <div>
                <dt>{t('staffAccount.role')}</dt>
                <dd>{t(`staffShell.role.${role}`)}</dd>
              </div>
              {portals.length !== 1 && (
                <div>
                  <dt>{t('staffAccount.portals')}</dt>
                  <dd>{portals.map(({ webPortalName }) => webPortalName).join(', ') || '–'}</dd>
                </div>
              )}
              {groups.length > 0 && (
                <div>
                  <dt>{t('staffAccount.groups')}</dt>
                  <dd>{groups.map(({ name }) => name).join(', ')}</dd>
                </div>
              )}
            </dl>
          </section>
          <Preferences />
          <PasswordForm />
          <Passkeys />
          <SecondFactor />
          <SessionList />
        </div>
      </div>
    </main>
  )
}
