import type { StaffAccount } from '@portico/contract/staff/accounts'
import { CircleCheck, CircleMinus, Ellipsis, Mail, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'

const State = ({ account: { state, linkExpiresAt } }: { account: StaffAccount }) => {
  const { t } = useTranslation()
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

type AccountRowProps = {
  account: StaffAccount
  isOwn: boolean
  onChange: () => void
  onInvite: () => void
  onEnd: () => void
  onRestore: () => void
}

/** One account of the staff, with what can be done to it. */
export const AccountRow = ({ account, isOwn, onChange, onInvite, onEnd, onRestore }: AccountRowProps) => {
  const { t } = useTranslation()
  const { numericDay, clock } = useStaffFormat()
  const { displayName, email, role, portals, groups, state, lastSignInAt, isInstallationOperator } = account
  const entry = (id: 'change' | 'invite' | 'end' | 'restore', onSelect: () => void) => ({
    id,
    text: t(`staffSettings.accounts.act.${id}`),
    onSelect,
  })
  const entries =
    state === 'ended'
      ? [entry('restore', onRestore)]
      : [entry('change', onChange), entry('invite', onInvite), entry('end', onEnd)]
  const more = t('staffSettings.accounts.more', { name: displayName })
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className="person">
          <Avatar name={displayName} size="md" />
          <span>
            <b>{isOwn ? t('staffSettings.accounts.you', { name: displayName }) : displayName}</b>
            <small>{email}</small>
          </span>
        </span>
      </th>
      <td>
        {t(`staffSettings.role.${role}.name`)}
        {isInstallationOperator && <small className="cell-line">{t('staffSettings.accounts.operator')}</small>}
      </td>
      <td className="cell-muted">
        {portals === null
          ? t('staffSettings.accounts.allPortals')
          : portals.map(({ webPortalName }) => webPortalName).join(', ') || '–'}
      </td>
      <td className="cell-muted">{groups.map(({ name }) => name).join(', ') || '–'}</td>
      <td>
        <State account={account} />
      </td>
      <td className="cell-date">
        {lastSignInAt ? `${numericDay(lastSignInAt)} ${clock(lastSignInAt)}` : t('staffSettings.accounts.never')}
      </td>
      <td className="cell-actions">
        <Menu
          label={more}
          groups={[{ id: 'acts', entries }]}
          trigger={props => (
            <button type="button" {...props} className="icon-button" aria-label={more} title={more}>
              <Ellipsis className="icon" aria-hidden="true" />
            </button>
          )}
        />
      </td>
    </tr>
  )
}
