import type { RecurringAdvance } from '@portico/contract/subscriptions'
import { Repeat } from 'lucide-react'
import { useMemo } from 'react'
import type { Format } from '../text/format-of.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import type { Column } from '../ui/table/table-column.ts'
import { recurrenceText } from './recurrence.ts'

/** The columns of subscriptions, as customers read them. */
export const useSubscriptionColumns = (format: Format) => {
  const { t } = useText()
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
