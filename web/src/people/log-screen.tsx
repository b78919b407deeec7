import type { ContactLogEntry } from '@portico/contract/sign-in/people'
import { contactActs } from '@portico/contract/values/contact-acts'
import { deviceFamily } from '@portico/contract/values/device-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Download, Eye, ScrollText, User } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localizedFailure } from '../api/failures.ts'
import { useMoreLabels } from '../list/list-empty.tsx'
import { ListStates, morePages } from '../list/list-states.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useEntered, useHere, usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useDateRangeLabels } from '../text/date-range-labels.ts'
import { localeOf } from '../text/languages.ts'
import { localized } from '../text/localized.tsx'
import { useLanguage } from '../text/texts.ts'
import { colleagues } from '../tickets/data.ts'
import { Button } from '../ui/buttons/button.tsx'
import { DateRangePicker } from '../ui/dates/date-range-picker.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { Select } from '../ui/select/select.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { Column } from '../ui/table/table-column.ts'
import { actIn, contactLog, readLogFile, signInRule, whoIn } from './data.ts'
import type { LogSearch } from './log-search.ts'

const keyOf = ({ id }: ContactLogEntry) => id

const useColumns = (): Column<ContactLogEntry>[] => {
  const { t } = useTranslation()
  const { numericDay, clock } = useFormat()
  const portal = usePortal()?.webPortalName ?? ''
  return useMemo(() => {
    const personOf = ({ person }: ContactLogEntry) => person?.referentName ?? t('signInPeople.log.gone')
    const whoOf = (entry: ContactLogEntry) =>
      entry.staff === null ? personOf(entry) : t('signInPeople.log.byStaff', { name: entry.staff, portal })
    const detailOf = (entry: ContactLogEntry) => {
      const { what, fileName, method, secondFactor, device } = entry
      if (what === 'fileOpened') return fileName ?? ''
      if (what === 'seenAs') return personOf(entry)
      if (what !== 'signIn') return ''
      const way = [
        method && t(`signInPeople.log.method.${method}`),
        secondFactor && secondFactor !== 'passkey' && t(`signInPeople.log.factor.${secondFactor}`),
      ]
      return [way.filter(Boolean).join(' '), deviceFamily(device)].filter(Boolean).join(', ')
    }
    return [
      {
        id: 'at',
        header: t('signInPeople.log.at'),
        className: 'cell-date',
        card: 'when',
        cell: row => `${numericDay(row.at)} ${clock(row.at)}`,
      },
      { id: 'who', header: t('signInPeople.log.who'), card: 'title', cell: whoOf },
      {
        id: 'what',
        header: t('signInPeople.log.what'),
        className: 'cell-date',
        card: 'meta',
        cell: row => t(`signInPeople.log.act.${row.what}`),
      },
      {
        id: 'detail',
        header: t('signInPeople.log.detail'),
        className: 'cell-date',
        card: 'meta',
        isEmpty: row => detailOf(row) === '',
        cell: row => <b>{detailOf(row)}</b>,
      },
      {
        id: 'address',
        header: t('signInPeople.log.where'),
        className: 'cell-muted num',
        prio: 4,
        card: 'meta',
        isEmpty: row => row.address === null,
        cell: row => row.address ?? '–',
      },
    ]
  }, [t, numericDay, clock, portal])
}

/** Downloads the log with the filters that are set. */
const Csv = ({ search }: { search: LogSearch }) => {
  const { t } = useTranslation()
  const here = useHere()
  const language = useLanguage()
  const download = useMutation({
    mutationFn: () => readLogFile(here, search, language),
    onSuccess: file => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = t('signInPeople.log.fileName')
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: error =>
      toast({
        title: localized(t => t('signInPeople.log.csvFailed')),
        text: localized(localizedFailure(error)),
        tone: 'danger',
      }),
  })
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download className="icon" aria-hidden="true" />
      {t('signInPeople.log.csv')}
    </Button>
  )
}

/** Who of the contact signed in, what they opened, and what the service company looked at. */
export const LogScreen = () => {
  const { t } = useTranslation()
  const here = useHere()
  const { companyName: company } = useEntered().contact
  const title = t('signInPeople.log.title')
  useScreen('people-log', title)
  const locale = localeOf(useLanguage())
  const { today } = useFormat()
  const search = useSearch({ from: '/$company/$contactid/people/log' })
  const list = useList(search, contactLog, '-at', { readsRow: false })
  const { query, rows, stale, total } = list
  const people = useQuery(colleagues(here.contactid))
  const { logMonths } = useQuery(signInRule(here)).data ?? {}
  const columns = useColumns()
  const labels = useMoreLabels()
  const rangeLabels = useDateRangeLabels(t('signInPeople.log.at'))
  const clearLabel = t('signInPeople.log.clear')
  return (
    <>
      <div className="page-head">
        <div className="page-title-block">
          <h1 className="page-title">{title}</h1>
          <p className="page-sub">{t('signInPeople.log.sub', { company })}</p>
        </div>
        <div className="page-actions">
          <Csv search={search} />
        </div>
      </div>
      <div className="filter-bar">
        <Select<number | 'staff'>
          look="filter"
          label={t('signInPeople.log.who')}
          icon={<User className="icon" aria-hidden="true" />}
          options={[
            ...(people.data ?? []).map(({ webUserId, referentName }) => ({ value: webUserId, text: referentName })),
            { value: 'staff', text: t('signInPeople.log.staff') },
          ]}
          value={whoIn(search) ?? null}
          onChange={who => list.filter({ who: who === null ? undefined : String(who) })}
          nullable
          placeholder={t('signInPeople.log.anybody')}
          clearLabel={clearLabel}
        />
        <Select
          look="filter"
          label={t('signInPeople.log.what')}
          icon={<Eye className="icon" aria-hidden="true" />}
          options={contactActs.map(act => ({ value: act, text: t(`signInPeople.log.act.${act}`) }))}
          value={actIn(search) ?? null}
          onChange={what => list.filter({ what: what ?? undefined })}
          nullable
          placeholder={t('signInPeople.log.anything')}
          clearLabel={clearLabel}
        />
        <DateRangePicker
          value={{ start: search.from ?? '', end: search.to ?? '' }}
          onChange={({ start, end }) => list.filter({ from: start || undefined, to: end || undefined })}
          locale={locale}
          labels={rangeLabels}
          today={today()}
        />
      </div>
      <ListStates
        query={query}
        rows={rows}
        stale={stale}
        failed={t('signInPeople.log.failed')}
        empty={
          <EmptyState
            icon={<ScrollText className="icon" />}
            title={t(list.narrowed ? 'signInPeople.log.none' : 'signInPeople.log.empty')}
            action={list.narrowed && <Button onClick={list.clear}>{t('signInPeople.log.clearAll')}</Button>}
          />
        }
      >
        <div aria-busy={stale || undefined}>
          <DataTable
            caption={title}
            className="data-table--airy"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            loadingLabel={t('signInPeople.log.loading')}
            more={{ ...morePages(query), labels }}
          />
          {rows && (
            <div className="table-foot">
              <p>
                {t('signInPeople.log.kept', { count: total ?? rows.length })}
                {logMonths && `. ${t('signInPeople.log.keptFor', { count: logMonths })}`}
              </p>
              <p>
                <Link to="/$company/$contactid/account" params={here}>
                  {t('signInPeople.log.back')}
                </Link>
              </p>
            </div>
          )}
        </div>
      </ListStates>
    </>
  )
}
