import type { StaffAccount } from '@portico/contract/staff/accounts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureCode } from '../../../api/api.ts'
import { localizedFailure, useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useMe } from '../../session/use-me.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountRow } from './account-row.tsx'
import { endAccount, inviteAgain, restoreAccount, staffAccounts } from './data.ts'
import { LinkDialog } from './link-dialog.tsx'

/** What is asked before it is done; `last`: why it is not done. */
type Asked = { act: 'end' | 'restore' | 'last'; account: StaffAccount }
type Invited = { account: StaffAccount; link: string | null }

const columns = ['person', 'role', 'portals', 'groups', 'state', 'lastSignIn'] as const

/** Whether the company would be left without an administrator who can sign in. */
const isLastAdministrator = (account: StaffAccount, all: readonly StaffAccount[]) =>
  account.role === 'administrator' &&
  account.state === 'active' &&
  all.filter(({ role, state }) => role === 'administrator' && state === 'active').length === 1

const tellFailure = (error: unknown) => toast({ title: localized(localizedFailure(error)), tone: 'danger' })

/** The accounts of the staff: who may sign in, as what, and for which portals. */
export const AccountsScreen = () => {
  const { t } = useTranslation()
  const me = useMe()
  const text = useFailureText()
  const queryClient = useQueryClient()
  const accounts = useQuery(staffAccounts)
  const [edited, setEdited] = useState<StaffAccount | 'new'>()
  const [asked, setAsked] = useState<Asked>()
  const [invited, setInvited] = useState<Invited>()
  useStaffScreen('staff-accounts', t('staffSettings.nav.accounts'))
  const renew = () => void queryClient.invalidateQueries(staffAccounts)

  const tellInvited = ({ account, link }: Invited) => {
    renew()
    setEdited(undefined)
    setAsked(undefined)
    if (link === null) toast({ title: localized(t => t('staffSettings.accounts.mailed', { email: account.email })) })
    else setInvited({ account, link })
  }
  const again = useMutation({ ...inviteAgain, onSuccess: tellInvited, onError: tellFailure })
  const restore = useMutation({
    ...restoreAccount,
    onSuccess: tellInvited,
    onError: error => {
      setAsked(undefined)
      tellFailure(error)
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
      if (failureCode(error) !== 'conflict') tellFailure(error)
    },
  })
  const confirm = ({ act, account }: Asked) => {
    if (act === 'end') end.mutate(account.id)
    else if (act === 'restore') restore.mutate(account.id)
    else setAsked(undefined)
  }

  const rows = accounts.data
  return (
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled with the keys
        <section className="table-scroll" aria-labelledby="accounts-title" tabIndex={0}>
          <table className="plain-table" aria-busy={!rows}>
            <thead>
              <tr>
                {columns.map(column => (
                  <th key={column} scope="col">
                    {t(`staffSettings.accounts.column.${column}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">{t('staffSettings.accounts.column.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows?.map(account => (
                <AccountRow
                  key={account.id}
                  account={account}
                  isOwn={account.id === me.id}
                  onChange={() => setEdited(account)}
                  onInvite={() => again.mutate(account.id)}
                  onEnd={() => setAsked({ act: isLastAdministrator(account, rows) ? 'last' : 'end', account })}
                  onRestore={() => setAsked({ act: 'restore', account })}
                />
              )) ??
                [1, 2, 3].map(line => (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in these rows takes the focus
                  <tr key={line} aria-hidden="true">
                    <td colSpan={columns.length + 1}>
                      <span className="skeleton" style={{ '--w': `${70 - 10 * line}%` }} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
      {edited && (
        <AccountDialog
          account={edited === 'new' ? undefined : edited}
          mayGiveAll={rows?.find(({ id }) => id === me.id)?.portals === null}
          onClose={() => setEdited(undefined)}
          onInvited={tellInvited}
          onChanged={() => {
            renew()
            setEdited(undefined)
          }}
        />
      )}
      {invited?.link && (
        <LinkDialog account={invited.account} link={invited.link} onClose={() => setInvited(undefined)} />
      )}
      {asked && (
        <ConfirmDialog
          open
          danger={asked.act === 'end'}
          title={t(`staffSettings.accounts.ask.${asked.act}`, { name: asked.account.displayName })}
          confirm={t(`staffSettings.accounts.confirm.${asked.act}`)}
          cancel={t('words.cancel')}
          busy={end.isPending || restore.isPending}
          onConfirm={() => confirm(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {t(`staffSettings.accounts.about.${asked.act}`)}
        </ConfirmDialog>
      )}
    </section>
  )
}
