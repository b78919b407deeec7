import type { StaffMailbox } from '@portico/contract/staff/mail'
import { CircleCheck, CirclePause, CircleX, Clock3, Inbox } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { readImapUrl } from './imap-url.ts'

/** How a mailbox does. */
const healthOf = ({ imapUrl, isPaused, failingSince, checkedOn }: StaffMailbox) => {
  if (imapUrl === null) return 'delivered'
  if (isPaused) return 'paused'
  return failingSince ? 'fails' : checkedOn ? 'works' : 'waits'
}

const looks = {
  delivered: { tone: 'success', icon: Inbox },
  paused: { tone: undefined, icon: CirclePause },
  fails: { tone: 'danger', icon: CircleX },
  works: { tone: 'success', icon: CircleCheck },
  waits: { tone: undefined, icon: Clock3 },
} as const

/** How a mailbox does, as a word. */
export const MailboxState = ({ mailbox }: { mailbox: StaffMailbox }) => {
  const { t } = useText()
  const health = healthOf(mailbox)
  const { tone, icon: Icon } = looks[health]
  return (
    <span className="state-word" data-tone={tone}>
      <Icon className="icon" aria-hidden="true" />
      {t(`staffMailboxes.state.${health}`)}
    </span>
  )
}

/** Where a mailbox is and what it is for, and how it does, in words. */
export const useMailboxWords = (hasPortals: boolean) => {
  const { t } = useText()
  const { clock, numericDay } = useStaffFormat()
  const placeOf = ({ imapUrl, portal, group }: StaffMailbox) => {
    const { server, user, folder } = readImapUrl(imapUrl ?? '')
    const where = imapUrl === null ? t('staffMailboxes.deliveredText') : `${user} · ${server} · ${folder}`
    return [hasPortals && portal.name, group?.name, where].filter(Boolean).join(' · ')
  }
  const faultOf = (mailbox: StaffMailbox) => {
    const { failingSince, failedStep, lastError, provider } = mailbox
    if (healthOf(mailbox) !== 'fails' || !failingSince) return undefined
    const isConsent = provider !== null && failedStep === 'signedIn'
    return {
      what: isConsent
        ? t('staffMailboxes.consent.over')
        : failedStep
          ? `${t(`staffMailboxes.step.${failedStep}.failed`)}. ${t(`staffMailboxes.advice.${failedStep}`)}`
          : t('staffMailboxes.broke'),
      since: t('staffMailboxes.failing', { day: numericDay(failingSince), time: clock(failingSince) }),
      said: lastError ? t('staffMailboxes.serverSays', { text: lastError }) : undefined,
    }
  }
  const newsOf = ({ imapUrl, checkedOn, waiting }: StaffMailbox) =>
    [
      imapUrl !== null &&
        checkedOn &&
        t('staffMailboxes.fetched', { day: numericDay(checkedOn), time: clock(checkedOn) }),
      waiting > 0 && t('staffMailboxes.waiting', { count: waiting }),
    ]
      .filter(Boolean)
      .join(' · ')
  return { placeOf, faultOf, newsOf }
}
