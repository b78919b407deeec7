import {
  type SecurityAct,
  type SecurityReason,
  type SecurityResult,
  type StaffSecurityEvent,
  securityActs,
} from '@portico/contract/security-log'
import type { SecurityWords } from '@portico/contract/security-words/security-words'
import { deviceFamily } from '@portico/contract/values/device-name'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, Download, ShieldCheck, X } from 'lucide-react'
import { useMemo } from 'react'
import { customer } from '../../../customers/staff/data.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { logColumns } from '../../../list/log/log-columns.tsx'
import { LogFilters } from '../../../list/log/log-filters.tsx'
import { useMoreLabels } from '../../../list/use-more-labels.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
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

/** What acts, outcomes and reasons are called; their names have dots in them, so that they are no keys of texts. */
const useWords = (): SecurityWords => {
  const { t } = useText()
  return useMemo(() => t<SecurityWords>('staffSettings.log.words', { returnObjects: true }), [t])
}

const useColumns = ({ acts, results, reasons }: SecurityWords): Column<StaffSecurityEvent>[] => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  return useMemo(
    () =>
      logColumns({
        titles: {
          at: t('staffSettings.log.column.at'),
          who: t('staffSettings.log.column.who'),
          what: t('staffSettings.log.column.what'),
          detail: t('staffSettings.log.column.details'),
          address: t('staffSettings.log.column.address'),
        },
        timeOf: at => `${numericDay(at)} ${clock(at)}`,
        who: row => <span className={toneOf(row)}>{nameOf(row) ?? t('staffSettings.log.unknown')}</span>,
        what: row => <span className={toneOf(row)}>{acts[row.what as SecurityAct]}</span>,
        detail: ({ result, reason, by, count, contact, portal, userAgent }) =>
          [
            result !== 'ok' && results[result as SecurityResult],
            reason && reasons[reason as SecurityReason],
            by && t('staffSettings.log.by', { name: by.displayName }),
            count > 1 && t('staffSettings.log.times', { count }),
            contact?.companyName,
            portal?.webPortalName,
            deviceFamily(userAgent),
          ]
            .filter(Boolean)
            .join(', '),
      }),
    [t, numericDay, clock, acts, results, reasons],
  )
}

/** The customer whose log is shown; the button takes the filter away. */
const CustomerFilter = ({ contact, onClear }: { contact: number; onClear: () => void }) => {
  const { t } = useText()
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
  const { t } = useText()
  const { dayOf } = useStaffFormat()
  const language = useLanguage()
  const words = useWords()
  const search = useSearch({ from: '/signed-in/settings/security-log' })
  const navigate = useNavigate({ from: '/settings/security-log' })
  const log = useInfiniteQuery(securityLog(search))
  const accounts = useQuery(staffAccounts)
  const columns = useColumns(words)
  useStaffScreen('staff-security-log', t('staffSettings.nav.log'))
  const labels = useMoreLabels()
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
        <a className={buttonClass()} href={securityLogFile(search, language)} download>
          <Download className="icon" aria-hidden="true" />
          {t('staffSettings.log.csv')}
        </a>
      </div>
      <LogFilters<number, SecurityAct>
        who={{
          label: t('staffSettings.log.column.who'),
          all: t('staffSettings.log.anybody'),
          options: (accounts.data ?? []).map(({ id, displayName }) => ({ value: id, text: displayName })),
          value: search.account,
          onChange: account => set({ account }),
        }}
        act={{
          label: t('staffSettings.log.column.what'),
          all: t('staffSettings.log.anything'),
          options: securityActs.map(act => ({ value: act, text: words.acts[act] })),
          value: search.what,
          onChange: what => set({ what }),
        }}
        period={{
          label: t('staffSettings.log.period'),
          from: search.from,
          to: search.to,
          today: dayOf(new Date()),
          onChange: set,
        }}
        clearLabel={t('staffSettings.log.clear')}
      >
        {search.contact !== undefined && (
          <CustomerFilter contact={search.contact} onClear={() => set({ contact: undefined })} />
        )}
      </LogFilters>
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
          className="log-table"
          columns={columns}
          rows={rows}
          keyOf={row => row.id}
          loadingLabel={t('lists.loading')}
          more={{ ...morePages(log), labels }}
        />
      </ListStates>
    </section>
  )
}
