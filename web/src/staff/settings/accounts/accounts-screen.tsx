import type { StaffAccount } from '@portico/contract/staff/accounts'
import type { StaffUser } from '@portico/contract/staff/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { PlainTable } from '../../parts/plain-table.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { useMe } from '../../session/use-me.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { StartLinkDialog } from '../parts/copy-dialog.tsx'
import { AccountDialog } from './account-dialog.tsx'
import {
  endAccount,
  inviteAgain,
  removeFactor,
  restoreAccount,
  revokeReplies,
  staffAccounts,
  staffUsers,
} from './data.ts'
import { MoneySection } from './money-section.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { useAccountColumns } from './use-account-columns.tsx'
import { UsersSection } from './users-section.tsx'

/** What is asked before it is done; `last`: why it is not done. */
type Asked = { act: 'end' | 'restore' | 'removeFactor' | 'revokeReplies' | 'last'; account: StaffAccount }
type Invited = { account: StaffAccount; link: string | null }

/** Whether the company would be left without an administrator who can sign in. */
const isLastAdministrator = (account: StaffAccount, all: readonly StaffAccount[]) =>
  account.role === 'administrator' &&
  account.state === 'active' &&
  all.filter(({ role, state }) => role === 'administrator' && state === 'active').length === 1

/** The accounts of the staff: who may sign in, as what, and for which portals. */
export const AccountsScreen = () => {
  const { t } = useText()
  const me = useMe()
  const text = useFailureText()
  const queryClient = useQueryClient()
  const accounts = useQuery(staffAccounts)
  const [edited, setEdited] = useState<StaffAccount | 'new' | { person: StaffUser }>()
  const [person, setPerson] = useState<StaffUser>()
  const [asked, setAsked] = useState<Asked>()
  const [invited, setInvited] = useState<Invited>()
  useStaffScreen('staff-accounts', t('staffSettings.nav.accounts'))
  const renew = () => {
    void queryClient.invalidateQueries(staffAccounts)
    void queryClient.invalidateQueries(staffUsers)
  }

  const showInvited = ({ account, link }: Invited) => {
    renew()
    setEdited(undefined)
    setAsked(undefined)
    if (link === null) toast({ title: localized(t => t('staffSettings.accounts.mailed', { email: account.email })) })
    else setInvited({ account, link })
  }
  const again = useMutation({ ...inviteAgain, onSuccess: showInvited, onError: toastFailure })
  const restore = useMutation({
    ...restoreAccount,
    onSuccess: showInvited,
    onError: error => {
      setAsked(undefined)
      toastFailure(error)
    },
  })
  const end = useMutation({
    ...endAccount,
    onSuccess: ({ displayName }) => {
      renew()
      setAsked(undefined)
      toast({ title: localized(t => t('staffSettings.accounts.ended', { name: displayName })) })
    },
    onError: error => {
      setAsked(now => (now && failureCode(error) === 'conflict' ? { ...now, act: 'last' } : undefined))
      if (failureCode(error) !== 'conflict') toastFailure(error)
    },
  })
  const withoutFactor = useMutation({
    ...removeFactor,
    onSuccess: ({ displayName }) => {
      renew()
      setAsked(undefined)
      toast({ title: localized(t => t('staffSettings.accounts.factorRemoved', { name: displayName })) })
    },
    onError: error => {
      renew()
      setAsked(undefined)
      toastFailure(error)
    },
  })
  const revoke = useMutation({ ...revokeReplies, onError: toastFailure, onSettled: () => setAsked(undefined) })
  const confirm = ({ act, account }: Asked) => {
    if (act === 'end') end.mutate(account.id)
    else if (act === 'restore') restore.mutate(account.id)
    else if (act === 'removeFactor') withoutFactor.mutate(account.id)
    else if (act === 'revokeReplies')
      revoke.mutate(account.id, {
        onSuccess: () =>
          toast({ title: localized(t => t('staffSettings.accounts.repliesRevoked', { name: account.displayName })) }),
      })
    else setAsked(undefined)
  }

  const rows = accounts.data
  const columns = useAccountColumns(me.id, {
    change: setEdited,
    person: me.allPortals
      ? ({ staffUserId, noticeEmail, ...account }) => setPerson({ ...account, id: staffUserId, email: noticeEmail })
      : undefined,
    invite: ({ id }) => again.mutate(id),
    end: account => setAsked({ act: isLastAdministrator(account, rows ?? []) ? 'last' : 'end', account }),
    restore: account => setAsked({ act: 'restore', account }),
    removeFactor: account => setAsked({ act: 'removeFactor', account }),
    revokeReplies: account => setAsked({ act: 'revokeReplies', account }),
  })
  return (
    <>
      <section className="record-section" aria-labelledby="accounts-title">
        <div className="section-head">
          <h2 id="accounts-title">{t('staffSettings.nav.accounts')}</h2>
          {rows && <span className="page-count">{rows.length}</span>}
          <Button onClick={() => setEdited('new')}>
            <UserPlus className="icon" aria-hidden="true" />
            {t('staffSettings.accounts.invite')}
          </Button>
        </div>
        {accounts.error && !rows ? (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void accounts.refetch()}
            busy={accounts.isFetching}
          >
            {text(accounts.error)}
          </RetryPanel>
        ) : (
          <PlainTable
            labelledBy="accounts-title"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            rowAttributes={({ state }) => ({ 'data-state': state })}
          />
        )}
        {edited && (
          <AccountDialog
            account={edited === 'new' || 'person' in edited ? undefined : edited}
            person={edited !== 'new' && 'person' in edited ? edited.person : undefined}
            mayGiveAll={me.allPortals}
            onClose={() => setEdited(undefined)}
            onInvited={showInvited}
            onChanged={() => {
              renew()
              setEdited(undefined)
            }}
          />
        )}
        {invited?.link && (
          <StartLinkDialog
            title={t('staffSettings.link.title', { name: invited.account.displayName })}
            text={t('staffSettings.link.text')}
            link={invited.link}
            onClose={() => setInvited(undefined)}
          />
        )}
        {asked && (
          <ConfirmDialog
            open
            danger={['end', 'removeFactor', 'revokeReplies'].includes(asked.act)}
            title={t(`staffSettings.accounts.ask.${asked.act}`, { name: asked.account.displayName })}
            confirm={t(`staffSettings.accounts.confirm.${asked.act}`)}
            cancel={t('words.cancel')}
            busy={end.isPending || restore.isPending || withoutFactor.isPending || revoke.isPending}
            onConfirm={() => confirm(asked)}
            onCancel={() => setAsked(undefined)}
          >
            {t(`staffSettings.accounts.about.${asked.act}`)}
          </ConfirmDialog>
        )}
      </section>
      {me.allPortals && <UsersSection onInvite={person => setEdited({ person })} onChange={setPerson} />}
      {me.allPortals && <MoneySection />}
      {person && <PersonDialog person={person} onClose={() => setPerson(undefined)} />}
    </>
  )
}
