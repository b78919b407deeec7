import type { ContactLogEntry } from '@portico/contract/sign-in/people'
import { type ContactAct, contactActs } from '@portico/contract/values/contact-acts'
import { deviceFamily } from '@portico/contract/values/device-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { localizedFailure } from '../api/failures.ts'
import { ListStates, morePages } from '../list/list-states.tsx'
import { logColumns } from '../list/log/log-columns.tsx'
import { LogFilters } from '../list/log/log-filters.tsx'
import { useList } from '../list/use-list.ts'
import { useMoreLabels } from '../list/use-more-labels.ts'
import { useFormat } from '../session/use-format.ts'
import { useEntered, useHere, usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { localized } from '../text/localized.tsx'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { colleagues } from '../tickets/data.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { Column } from '../ui/table/table-column.ts'
import { actIn, contactLog, readLogFile, signInRule, whoIn } from './data.ts'
import type { LogSearch } from './log-search.ts'

const keyOf = ({ id }: ContactLogEntry) => id

const useColumns = (): Column<ContactLogEntry>[] => {
  const { t } = useText()
  const { numericDay, clock } = useFormat()
  const portal = usePortal()?.webPortalName ?? ''
  return useMemo(() => {
    const personOf = ({ person }: ContactLogEntry) => person?.referentName ?? t('signInPeople.log.gone')
    return logColumns({
      titles: {
        at: t('signInPeople.log.at'),
        who: t('signInPeople.log.who'),
        what: t('signInPeople.log.what'),
        detail: t('signInPeople.log.detail'),
        address: t('signInPeople.log.where'),
      },
      timeOf: at => `${numericDay(at)} ${clock(at)}`,
      who: entry =>
        entry.staff === null ? personOf(entry) : t('signInPeople.log.byStaff', { name: entry.staff, portal }),
      what: ({ what }) => t(`signInPeople.log.act.${what}`),
      detail: entry => {
        const { what, fileName, method, secondFactor, device } = entry
        if (what === 'fileOpened') return fileName ?? ''
        if (what === 'seenAs') return personOf(entry)
        if (what !== 'signIn') return ''
        const way = [
          method && t(`signInPeople.log.method.${method}`),
          secondFactor && secondFactor !== 'passkey' && t(`signInPeople.log.factor.${secondFactor}`),
        ]
        return [way.filter(Boolean).join(' '), deviceFamily(device)].filter(Boolean).join(', ')
      },
    })
  }, [t, numericDay, clock, portal])
}

/** Downloads the log with the filters that are set. */
const Csv = ({ search }: { search: LogSearch }) => {
  const { t } = useText()
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
  const { t } = useText()
  const here = useHere()
  const { companyName: company } = useEntered().contact
  const title = t('signInPeople.log.title')
  useScreen('people-log', title)
  const { today } = useFormat()
  const search = useSearch({ from: '/$company/$contactid/people/log' })
  const list = useList(search, contactLog, '-at', { readsRow: false })
  const { query, rows, stale, total } = list
  const people = useQuery(colleagues(here.contactid))
  const { logMonths } = useQuery(signInRule(here)).data ?? {}
  const columns = useColumns()
  const labels = useMoreLabels()
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
      <LogFilters<number | 'staff', ContactAct>
        who={{
          label: t('signInPeople.log.who'),
          all: t('signInPeople.log.anybody'),
          options: [
            ...(people.data ?? []).map(({ webUserId, referentName }) => ({ value: webUserId, text: referentName })),
            { value: 'staff', text: t('signInPeople.log.staff') },
          ],
          value: whoIn(search),
          onChange: who => list.filter({ who: who?.toString() }),
        }}
        act={{
          label: t('signInPeople.log.what'),
          all: t('signInPeople.log.anything'),
          options: contactActs.map(act => ({ value: act, text: t(`signInPeople.log.act.${act}`) })),
          value: actIn(search),
          onChange: what => list.filter({ what }),
        }}
        period={{
          label: t('signInPeople.log.at'),
          from: search.from,
          to: search.to,
          today: today(),
          onChange: list.filter,
        }}
        clearLabel={t('signInPeople.log.clear')}
      />
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
            className="data-table--airy log-table"
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
