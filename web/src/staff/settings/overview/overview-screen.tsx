import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { cannedAnswers } from '../../../tickets/staff/desk/canned/data.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { NextClosings, WeekBars } from '../../parts/week/week-bars.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { staffAccounts } from '../accounts/data.ts'
import { LeaveDemoNote } from '../demo/leave-demo.tsx'
import { workingHours } from '../hours/data.ts'
import { apiKeys } from '../keys/data.ts'
import { useKeyWords } from '../keys/key-words.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { storageUse } from '../storage/data.ts'
import { UseBar } from '../storage/use-bar.tsx'
import '../storage/storage.css'
import { webhooks } from '../webhooks/data.ts'
import { useWebhookWords, WebhookState } from '../webhooks/webhook-state.tsx'

/** How many of each are shown. */
const SHOWN = 3

const Team = () => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const query = useQuery(staffAccounts)
  const live = query.data?.filter(({ state }) => state !== 'ended')
  return (
    <SettingsSection
      title={t('staffSettings.nav.accounts')}
      count={live?.length}
      query={query}
      action={
        <Link to="/settings/accounts" className="button">
          {t('staffSettings.all')}
        </Link>
      }
    >
      <ul className="setting-list">
        {live?.slice(0, 6).map(({ id, displayName, role, groups, lastSignInAt }) => (
          <li key={id}>
            <span className="person">
              <Avatar name={displayName} size="md" />
              <span>
                <b>{displayName}</b>
                <small>{[t(`staffSettings.role.${role}.name`), ...groups.map(({ name }) => name)].join(' · ')}</small>
              </span>
            </span>
            <span className="quiet">
              {lastSignInAt ? `${numericDay(lastSignInAt)} ${clock(lastSignInAt)}` : t('staffSettings.accounts.never')}
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const Webhooks = () => {
  const { t } = useText()
  const query = useQuery(webhooks)
  const wordsOf = useWebhookWords()
  return (
    <SettingsSection
      title={t('staffSettings.nav.webhooks')}
      count={query.data?.length}
      query={query}
      action={
        <Link to="/settings/webhooks" className="button">
          {t('staffSettings.all')}
        </Link>
      }
    >
      {query.data?.length === 0 && <p className="settings-lead">{t('staffConnections.webhooks.noneText')}</p>}
      <ul className="setting-list">
        {query.data?.slice(0, SHOWN).map(webhook => (
          <li key={webhook.id}>
            <span>
              <b className="mono">
                <Link to="/settings/webhooks/$webhookid" params={{ webhookid: webhook.id }}>
                  {webhook.url}
                </Link>
              </b>
              <small>{wordsOf(webhook)}</small>
            </span>
            <WebhookState webhook={webhook} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const Canned = () => {
  const { t } = useText()
  const query = useQuery(cannedAnswers)
  return (
    <SettingsSection
      title={t('staffSettings.nav.canned')}
      count={query.data?.length}
      query={query}
      action={
        <Link to="/settings/canned-answers" className="button">
          {t('staffSettings.all')}
        </Link>
      }
    >
      <ul className="setting-list">
        {query.data?.slice(0, SHOWN).map(({ id, name, shortcut }) => (
          <li key={id}>
            <b>{name}</b>
            <span className="quiet mono">/{shortcut}</span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const Hours = () => {
  const { t } = useText()
  const query = useQuery(workingHours)
  const company = query.data?.find(({ portal }) => portal === null)
  return (
    <SettingsSection
      title={t('staffSettings.nav.hours')}
      query={query}
      action={
        <Link to="/settings/hours" className="button">
          {company ? t('staffHours.change') : t('staffHours.set')}
        </Link>
      }
    >
      {company ? (
        <>
          <WeekBars week={company.week} />
          <NextClosings upcoming={company.upcoming} />
        </>
      ) : (
        <p className="settings-lead">{t('staffHours.none')}</p>
      )}
    </SettingsSection>
  )
}

const Keys = () => {
  const { t } = useText()
  const query = useQuery(apiKeys)
  const wordsOf = useKeyWords()
  const live = query.data?.filter(({ state }) => state === 'live')
  return (
    <SettingsSection
      title={t('staffSettings.nav.keys')}
      count={live?.length}
      query={query}
      action={
        <Link to="/settings/api-keys" className="button">
          <Plus className="icon" aria-hidden="true" />
          {t('staffConnections.keys.new')}
        </Link>
      }
    >
      {live?.length === 0 && <p className="settings-lead">{t('staffConnections.keys.noneText')}</p>}
      <ul className="setting-list">
        {live?.slice(0, SHOWN).map(key => (
          <li key={key.id}>
            <span>
              <b>
                {key.name} {key.ending && <span className="quiet mono">portico_…{key.ending}</span>}
              </b>
              <small>{wordsOf(key)}</small>
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const Space = () => {
  const { t } = useText()
  const query = useQuery(storageUse)
  return (
    <SettingsSection
      title={t('staffSettings.nav.storage')}
      query={query}
      action={
        <Link to="/settings/storage" className="button">
          {t('staffSettings.details')}
        </Link>
      }
    >
      {query.data && <UseBar {...query.data} />}
    </SettingsSection>
  )
}

/** The settings at a glance. */
export const OverviewScreen = () => {
  const { t } = useText()
  useStaffScreen('staff-settings', t('staffSettings.title'))
  return (
    <>
      <LeaveDemoNote />
      <Team />
      <div className="settings-grid">
        <Canned />
        <Webhooks />
        <Hours />
        <Keys />
        <Space />
      </div>
    </>
  )
}
