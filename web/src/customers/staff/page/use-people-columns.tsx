import { type Flag, flags } from '@portico/contract/permissions'
import type { StaffPerson } from '@portico/contract/staff/customers/customers'
import { CircleCheck, CircleMinus, Ellipsis, EyeOff, Mail } from 'lucide-react'
import { BouncedMark } from '../../../staff/parts/mail/bounced-mark.tsx'
import type { PlainColumn } from '../../../staff/parts/plain-table.tsx'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Menu, type MenuGroup } from '../../../ui/overlay/menu.tsx'
import { flagsOf, presetNames, presetOf } from '../presets.ts'
import { useMoments } from '../use-moments.ts'

/** What can be done with a person. */
export type PersonActs = {
  change: (person: StaffPerson) => void
  switchFlags: (person: StaffPerson, flags: Partial<Record<Flag, boolean>>) => void
  invite: (person: StaffPerson) => void
  endSessions: (person: StaffPerson) => void
  removeFactor: (person: StaffPerson) => void
  revokeReplies: (person: StaffPerson) => void
  end: (person: StaffPerson) => void
  restore: (person: StaffPerson) => void
}

const looks = {
  active: { icon: CircleCheck, tone: 'success' },
  invited: { icon: Mail, tone: undefined },
  never: { icon: EyeOff, tone: 'warning' },
  ended: { icon: CircleMinus, tone: undefined },
} as const

/** Whether a person has been here, and what is to be known besides. */
const State = ({ person }: { person: StaffPerson }) => {
  const { t } = useText()
  const { since, daysUntil } = useMoments()
  const { state, lastAccessOn, invitedOn, invitationEndsOn, hasPassword } = person
  const more = () => {
    if (lastAccessOn !== null) return since(lastAccessOn)
    if (state === 'invited' && invitationEndsOn !== null) {
      const count = daysUntil(invitationEndsOn)
      return count === 0 ? t('staffCustomers.person.endsToday') : t('staffCustomers.person.endsIn', { count })
    }
    if (state !== 'never') return undefined
    if (hasPassword) return t('staffCustomers.person.hasPassword')
    return invitedOn === null ? undefined : t('staffCustomers.person.invitedOn', { when: since(invitedOn) })
  }
  const { icon: Icon, tone } = looks[state]
  return (
    <>
      <span className="state-word" data-tone={tone}>
        <Icon className="icon" aria-hidden="true" />
        {t(`staffCustomers.person.states.${state}`)}
      </span>
      <small className="cell-time">{more()}</small>
    </>
  )
}

const PersonMenu = ({ person, acts, mayInvite }: { person: StaffPerson; acts: PersonActs; mayInvite: boolean }) => {
  const { t } = useText()
  const more = t('staffCustomers.person.more', { name: person.referentName })
  const isEnded = person.state === 'ended'
  const preset = presetOf(person.flags)
  const entry = (
    id: 'change' | 'invite' | 'tell' | 'endSessions' | 'removeFactor' | 'revokeReplies' | 'end' | 'restore',
    onSelect: () => void,
  ) => ({
    id,
    text: t(`staffCustomers.person.act.${id}`),
    onSelect,
  })
  const invite = person.hasPassword
    ? entry('tell', () => acts.invite(person))
    : entry('invite', () => acts.invite(person))
  const groups: MenuGroup[] = isEnded
    ? [{ id: 'ended', entries: [entry('restore', () => acts.restore(person))] }]
    : [
        { id: 'person', entries: [entry('change', () => acts.change(person)), ...(mayInvite ? [invite] : [])] },
        {
          id: 'presets',
          title: t('staffCustomers.presets.title'),
          entries: presetNames.map(name => ({
            id: name,
            text: t(`staffCustomers.presets.${name}`),
            checked: name === preset,
            onSelect: () => acts.switchFlags(person, flagsOf(name)),
          })),
        },
        {
          id: 'access',
          entries: [
            ...(person.sessions > 0 ? [entry('endSessions', () => acts.endSessions(person))] : []),
            ...(person.hasSecondFactor || person.passkeys.length > 0
              ? [entry('removeFactor', () => acts.removeFactor(person))]
              : []),
            ...(person.isWithinReach ? [entry('revokeReplies', () => acts.revokeReplies(person))] : []),
            entry('end', () => acts.end(person)),
          ],
        },
      ]
  return (
    <Menu
      label={more}
      groups={groups}
      trigger={trigger => (
        <button {...trigger} type="button" className="icon-button" aria-label={more} title={more}>
          <Ellipsis className="icon" aria-hidden="true" />
        </button>
      )}
    />
  )
}

/**
 * The columns of the people: who, state, a switch for each flag, and what can be done; `acts` is undefined for who only reads, `mayInvite`
 * false for a customer for whom nobody gets in.
 */
export const usePeopleColumns = (acts: PersonActs | undefined, mayInvite: boolean): PlainColumn<StaffPerson>[] => {
  const { t } = useText()
  return [
    {
      id: 'name',
      title: t('staffCustomers.person.name'),
      cell: ({ referentName, email, bounced }) => (
        <span className="person">
          <Avatar name={referentName} size="md" />
          <span>
            <b>{referentName}</b>
            <small>{email ?? t('staffCustomers.person.noAddress')}</small>
            {bounced && <BouncedMark bounced={bounced} address={email ?? ''} />}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: t('staffCustomers.person.state'),
      className: 'person-state',
      cell: person => <State person={person} />,
    },
    ...flags.map((flag): PlainColumn<StaffPerson> => {
      const name = t(`staffCustomers.flags.${flag}.name`)
      const about = t(`staffCustomers.flags.${flag}.about`)
      return {
        id: flag,
        title: name,
        about,
        kind: 'flag',
        cell: person => (
          <label className="switch-cell" title={about}>
            <input
              type="checkbox"
              role="switch"
              name="flag"
              className="switch"
              aria-label={t('staffCustomers.person.flag', { name: person.referentName, flag: name })}
              aria-checked={person.flags[flag]}
              checked={person.flags[flag]}
              disabled={!acts || person.state === 'ended'}
              onChange={event => acts?.switchFlags(person, { [flag]: event.target.checked })}
            />
          </label>
        ),
      }
    }),
    {
      id: 'acts',
      title: t('staffCustomers.person.actions'),
      kind: 'act',
      cell: person =>
        acts &&
        (mayInvite || person.state !== 'ended') && <PersonMenu person={person} acts={acts} mayInvite={mayInvite} />,
    },
  ]
}
