import {
  type SecurityAct,
  type SecurityReason,
  type StaffSecurityEvent,
  securityActs,
} from '@portico/contract/security-log'
import { deviceFamily } from '@portico/contract/values/device-name'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, Download, Eye, ShieldCheck, User, X } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { customer } from '../../../customers/staff/data.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { useDateRangeLabels } from '../../../text/date-range-labels.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { DateRangePicker } from '../../../ui/dates/date-range-picker.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { staffAccounts } from '../accounts/data.ts'
import { securityLog, securityLogFile } from './data.ts'
import type { LogSearch } from './log-search.ts'

const nameOf = ({ account, webUser, apiKey }: StaffSecurityEvent) =>
  account?.displayName ?? webUser?.userName ?? apiKey?.name

const toneOf = ({ result }: StaffSecurityEvent) => (result === 'ok' ? undefined : 'danger-text')

const useColumns = (): Column<StaffSecurityEvent>[] => {
  const { t } = useTranslation()
  const { numericDay, clock } = useStaffFormat()
  return useMemo(() => {
    const detailsOf = ({ result, reason, by, count, contact, portal, userAgent }: StaffSecurityEvent) =>
      [
        result !== 'ok' && t(`staffSettings.log.result.${result as 'failed' | 'limited'}`),
        reason && t(`staffSettings.log.reason.${reason as SecurityReason}`),
        by && t('staffSettings.log.by', { name: by.displayName }),
        count > 1 && t('staffSettings.log.times', { count }),
        contact?.companyName,
        portal?.webPortalName,
        deviceFamily(userAgent),
      ]
        .filter(Boolean)
        .join(', ')
    return [
      {
        id: 'at',
        header: t('staffSettings.log.column.at'),
        className: 'cell-date',
        card: 'when',
        cell: row => `${numericDay(row.at)} ${clock(row.at)}`,
      },
      {
        id: 'who',
        header: t('staffSettings.log.column.who'),
        card: 'title',
        cell: row => <span className={toneOf(row)}>{nameOf(row) ?? t('staffSettings.log.unknown')}</span>,
      },
      {
        id: 'what',
        header: t('staffSettings.log.column.what'),
        className: 'cell-act',
        card: 'meta',
        cell: row => <span className={toneOf(row)}>{t(`staffSettings.log.act.${row.what as SecurityAct}`)}</span>,
      },
      {
        id: 'details',
        header: t('staffSettings.log.column.details'),
        className: 'cell-muted cell-details',
        prio: 3,
        card: 'meta',
        isEmpty: row => detailsOf(row) === '',
        cell: detailsOf,
      },
      {
        id: 'address',
        header: t('staffSettings.log.column.address'),
        className: 'cell-muted num',
        prio: 4,
        card: 'meta',
        isEmpty: row => row.address === null,
        cell: row => row.address ?? '–',
      },
    ]
  }, [t, numericDay, clock])
}

/** The customer whose log is shown; the button takes the filter away. */
const CustomerFilter = ({ contact, onClear }: { contact: number; onClear: () => void }) => {
  const { t } = useTranslation()
  const { data } = useQuery(customer(contact))
  return (
    <button
      type="button"
      className="filter-button"
      aria-pressed="true"
      data-active
      title={t('staffSettings.log.allCustomers')}
      onClick={onClear}
    >
      <Building2 className="icon" aria-hidden="true" />
      {data?.companyName ?? t('staffSettings.log.oneCustomer')}
      <X className="icon" aria-hidden="true" />
    </button>
  )
}

/** Who signed in, failed to, and changed what concerns access. */
export const SecurityLogScreen = () => {
  const { t } = useTranslation()
  const { locale, dayOf } = useStaffFormat()
  const search = useSearch({ from: '/signed-in/settings/security-log' })
  const navigate = useNavigate({ from: '/settings/security-log' })
  const log = useInfiniteQuery(securityLog(search))
  const accounts = useQuery(staffAccounts)
  const columns = useColumns()
  const rangeLabels = useDateRangeLabels(t('staffSettings.log.period'))
  useStaffScreen('staff-security-log', t('staffSettings.nav.log'))
  const rows = log.data?.pages.flatMap(page => page.rows)
  const set = (change: { [Name in keyof LogSearch]: LogSearch[Name] | undefined }) => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ search: Object.fromEntries(kept), replace: true })
  }
  const isFiltered = Object.keys(search).length > 0
  return (
    <section className="log-section" aria-labelledby="log-title">
      <div className="section-head">
        <h2 id="log-title">{t('staffSettings.nav.log')}</h2>
        <a className={buttonClass()} href={securityLogFile(search)} download>
          <Download className="icon" aria-hidden="true" />
          {t('staffSettings.log.csv')}
        </a>
      </div>
      <div className="filter-bar">
        {search.contact !== undefined && (
          <CustomerFilter contact={search.contact} onClear={() => set({ contact: undefined })} />
        )}
        <Select
          look="filter"
          label={t('staffSettings.log.column.who')}
          icon={<User className="icon" aria-hidden="true" />}
          options={(accounts.data ?? []).map(({ id, displayName }) => ({ value: id, text: displayName }))}
          value={search.account ?? null}
          onChange={account => set({ account: account ?? undefined })}
          nullable
          placeholder={t('staffSettings.log.anybody')}
          clearLabel={t('staffSettings.log.clear')}
        />
        <Select
          look="filter"
          label={t('staffSettings.log.column.what')}
          icon={<Eye className="icon" aria-hidden="true" />}
          options={securityActs.map(act => ({ value: String(act), text: t(`staffSettings.log.act.${act}`) }))}
          value={search.what ?? null}
          onChange={what => set({ what: what ?? undefined })}
          nullable
          placeholder={t('staffSettings.log.anything')}
          clearLabel={t('staffSettings.log.clear')}
        />
        <DateRangePicker
          value={{ start: search.from ?? '', end: search.to ?? '' }}
          onChange={({ start, end }) => set({ from: start || undefined, to: end || undefined })}
          locale={locale}
          labels={rangeLabels}
          today={dayOf(new Date())}
        />
      </div>
      <ListStates
        query={log}
        rows={rows}
        stale={log.isPlaceholderData}
        failed={t('words.couldNotLoad')}
        empty={
          <EmptyState icon={<ShieldCheck className="icon" />} title={t('words.noItems')}>
            {isFiltered ? t('staffSettings.log.emptyFiltered') : t('staffSettings.log.empty')}
          </EmptyState>
        }
      >
        <DataTable
          caption={t('staffSettings.nav.log')}
          columns={columns}
          rows={rows}
          keyOf={row => row.id}
          loadingLabel={t('lists.loading')}
          more={{
            ...morePages(log),
            labels: { loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') },
          }}
        />
      </ListStates>
    </section>
  )
}
