import type { RecurringAdvance } from '@portico/contract/subscriptions'
import { useSearch } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import type { Column } from '../ui/table/table-column.ts'
import { subscriptionList } from './data.ts'
import { recurrenceText } from './recurrence.ts'
import './subscriptions.css'

const useColumns = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const locale = localeOf(useLanguage())
  return useMemo<Column<RecurringAdvance>[]>(
    () => [
      {
        id: 'description',
        header: t('subscriptions.description'),
        cell: row => row.description,
        sort: 'ascending',
        className: 'subscription-name',
        card: 'title',
      },
      {
        id: 'code',
        header: t('subscriptions.code'),
        cell: row => row.code,
        sort: 'ascending',
        className: 'cell-date subscription-code',
        prio: 4,
        card: 'meta',
      },
      {
        id: 'quantity',
        header: t('subscriptions.quantity'),
        cell: row => format.number(row.quantity),
        sort: 'descending',
        className: 'cell-num subscription-quantity',
        prio: 3,
        card: 'meta',
        cardLabel: t('subscriptions.quantity'),
      },
      {
        id: 'recurrence',
        header: t('subscriptions.recurrence'),
        cell: row => (
          <span className="avatar-name cell-muted">
            <Repeat className="icon" aria-hidden="true" />
            {recurrenceText(row.trigger, t, locale)}
          </span>
        ),
        className: 'cell-lead subscription-recurrence',
        card: 'meta',
      },
      {
        id: 'advanceDate',
        header: t('subscriptions.next'),
        cell: row => format.numericDay(row.advanceDate),
        sort: 'ascending',
        className: 'cell-date',
        card: 'start',
        cardLabel: t('subscriptions.next'),
      },
      {
        id: 'taxedTotal',
        header: t('subscriptions.total'),
        cell: row => <b>{format.euro(row.taxedTotal)}</b>,
        sort: 'descending',
        className: 'cell-num',
        card: 'end',
      },
    ],
    [t, format, locale],
  )
}

/** The screen of the contact's active subscriptions, the next one due first. */
export const SubscriptionListScreen = () => {
  const { t } = useTranslation()
  const title = t('shell.menu.recurringAdvances')
  useScreen('recurringAdvances', title)
  const format = useFormat()
  const list = useList(useSearch({ from: '/$company/$contactid/recurringAdvances' }), subscriptionList, 'advanceDate')
  const year = list.query.data?.pages[0]?.headers.get('Year-Amount')
  return (
    <ListScreen
      title={title}
      list={list}
      columns={useColumns()}
      search={t('subscriptions.search')}
      sum={list.total && year ? format.euro(Number(year)) : undefined}
      sumLabel={t('subscriptions.year')}
      note={t('subscriptions.separately')}
      empty={t('subscriptions.empty')}
      failed={t('subscriptions.failed')}
    />
  )
}
