import type { StaffAccount } from '@portico/contract/staff/accounts'
import { CircleCheck, CircleMinus, Ellipsis, Mail, TriangleAlert } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { PlainColumn } from '../../parts/plain-table.tsx'
import { useMe } from '../../session/use-me.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'

const State = ({ account: { state, linkExpiresAt } }: { account: StaffAccount }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  if (state === 'active')
    return (
      <span className="state-word" data-tone="success">
        <CircleCheck className="icon" aria-hidden="true" />
        {t('staffSettings.accounts.state.active')}
      </span>
    )
  if (state === 'ended')
    return (
      <span className="state-word">
        <CircleMinus className="icon" aria-hidden="true" />
        {t('staffSettings.accounts.state.ended')}
      </span>
    )
  const isOpen = linkExpiresAt !== null && new Date(linkExpiresAt) > new Date()
  const Icon = isOpen ? Mail : TriangleAlert
  return (
    <span className="state-word" data-tone={isOpen ? undefined : 'warning'}>
      <Icon className="icon" aria-hidden="true" />
      {isOpen
        ? t('staffSettings.accounts.state.invitedUntil', { day: numericDay(linkExpiresAt), time: clock(linkExpiresAt) })
        : t('staffSettings.accounts.state.expired')}
    </span>
  )
}

/** What is done to an account. */
type AccountActs = {
  change: (account: StaffAccount) => void
  /** Undefined for who may not change what customers see of an employee. */
  person: ((account: StaffAccount) => void) | undefined
  invite: (account: StaffAccount) => void
  end: (account: StaffAccount) => void
  restore: (account: StaffAccount) => void
  removeFactor: (account: StaffAccount) => void
  revokeReplies: (account: StaffAccount) => void
}

type AccountMenuProps = { account: StaffAccount; isOwn: boolean; acts: AccountActs }

const AccountMenu = ({ account, isOwn, acts }: AccountMenuProps) => {
  const { t } = useText()
  const entry = (id: keyof AccountActs) => ({
    id,
    text: t(`staffSettings.accounts.act.${id}`),
    onSelect: () => acts[id]?.(account),
  })
  const live = [
    entry('change'),
    ...(acts.person ? [entry('person')] : []),
    entry('invite'),
    // The own is removed on the account's page, with the password.
    ...(account.hasSecondFactor && !isOwn ? [entry('removeFactor')] : []),
    entry('revokeReplies'),
    entry('end'),
  ]
  const entries = account.state === 'ended' ? [entry('restore')] : live
  const more = t('staffSettings.accounts.more', { name: account.displayName })
  return (
    <Menu
      label={more}
      groups={[{ id: 'acts', entries }]}
      trigger={props => (
        <button type="button" {...props} className="icon-button" aria-label={more} title={more}>
          <Ellipsis className="icon" aria-hidden="true" />
        </button>
      )}
    />
  )
}

/** The columns of the accounts; `own` is the reader's. */
export const useAccountColumns = (own: number, acts: AccountActs): PlainColumn<StaffAccount>[] => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const hasPortals = useMe().portals.length > 1
  const title = (column: 'person' | 'role' | 'portals' | 'groups' | 'state' | 'lastSignIn' | 'actions') => ({
    id: column,
    title: t(`staffSettings.accounts.column.${column}`),
  })
  const portals: PlainColumn<StaffAccount> = {
    ...title('portals'),
    className: 'cell-muted',
    cell: ({ portals }) =>
      portals === null
        ? t('staffSettings.accounts.allPortals')
        : portals.map(({ webPortalName }) => webPortalName).join(', ') || '–',
  }
  return [
    {
      ...title('person'),
      cell: ({ id, displayName, email, profileImage }) => (
        <span className="person">
          <Avatar name={displayName} src={profileImage} size="md" />
          <span>
            <b>{id === own ? t('staffSettings.accounts.you', { name: displayName }) : displayName}</b>
            <small>{email}</small>
          </span>
        </span>
      ),
    },
    {
      ...title('role'),
      cell: ({ role, isInstallationOperator }) => (
        <span>
          {t(`staffSettings.role.${role}.name`)}
          {isInstallationOperator && <small className="cell-line">{t('staffSettings.accounts.operator')}</small>}
        </span>
      ),
    },
    ...(hasPortals ? [portals] : []),
    {
      ...title('groups'),
      className: 'cell-muted',
      isEmpty: ({ groups }) => groups.length === 0,
      cell: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
    },
    {
      ...title('state'),
      cell: account => (
        <span>
          <State account={account} />
          {account.hasSecondFactor && <small className="cell-line">{t('staffSettings.accounts.withFactor')}</small>}
        </span>
      ),
    },
    {
      ...title('lastSignIn'),
      kind: 'date',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? `${numericDay(lastSignInAt)} ${clock(lastSignInAt)}` : t('staffSettings.accounts.never'),
    },
    {
      ...title('actions'),
      kind: 'act',
      cell: account => <AccountMenu account={account} isOwn={account.id === own} acts={acts} />,
    },
  ]
}
