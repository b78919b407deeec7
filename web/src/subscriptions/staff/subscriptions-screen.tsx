import type { StaffSubscription } from '@portico/contract/staff/records/subscriptions'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Repeat, SearchX, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localizedFailure } from '../../api/failures.ts'
import { customer } from '../../customers/staff/data.ts'
import { sortOf, sortText } from '../../list/list-params.ts'
import { ListStates, morePages } from '../../list/list-states.tsx'
import { newKey } from '../../session/use-once.ts'
import { CustomerCell } from '../../staff/parts/records/customer-cell.tsx'
import { CustomerField } from '../../staff/parts/records/customer-field.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { dayOf } from '../../text/format.ts'
import { localized } from '../../text/localized.tsx'
import { findContacts } from '../../tickets/staff/data.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { Select } from '../../ui/select/select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { recurrenceText } from '../recurrence.ts'
import { makeSubscription, removeSubscription, subscriptions } from './data.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { firstSort, type SubscriptionSort, type SubscriptionsSearch } from './subscriptions-search.ts'
import '../../staff/parts/record.css'
import '../../staff/parts/records/records.css'

const keyOf = ({ id }: StaffSubscription) => id

/** Removes a subscription at once; undone, it is made again as it was. */
const useRemoval = () => {
  const client = useQueryClient()
  const fail = (error: Error) => toast({ title: localized(localizedFailure(error)), tone: 'danger' })
  const making = useMutation({ ...makeSubscription(client), onError: fail })
  const removing = useMutation({ ...removeSubscription(client), onError: fail })
  return (known: StaffSubscription) =>
    removing.mutate(known.id, {
      onSuccess: () => {
        const { customer, code, description, quantity, taxedTotal, trigger, advanceDate, timeZone } = known
        const body = {
          contactId: customer.id,
          code,
          description,
          quantity,
          taxedTotal,
          trigger,
          advanceDate: dayOf(new Date(advanceDate), { timeZone }),
        }
        const key = newKey()
        toast({
          title: localized(t => t('staffSubscriptions.removed', { name: description })),
          action: { text: localized(t => t('staffRecords.undo')), onAction: () => making.mutate({ body, key }) },
        })
      },
    })
}

/** The subscriptions of all customers, the next due first. */
export const SubscriptionsScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/subscriptions' })
  const search = useSearch({ from: '/room/subscriptions' })
  const list = useInfiniteQuery(subscriptions(search))
  const { portals } = useMe()
  const { locale, number, euro, numericDay } = useStaffFormat()
  const [opened, setOpened] = useState<'new' | StaffSubscription | null>(null)
  const remove = useRemoval()
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.rows), [list.data])
  const total = list.data?.pages[0]?.total
  const { contact } = search
  const chosen = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  useStaffScreen('staff-subscriptions', t('staffSubscriptions.title'))
  const change = (changes: { [Name in keyof SubscriptionsSearch]?: SubscriptionsSearch[Name] | undefined }) =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const isFiltered = Boolean(search.q || search.portal || contact)
  const columns: Column<StaffSubscription>[] = [
    {
      id: 'description',
      header: t('subscriptions.description'),
      sort: 'ascending',
      card: 'title',
      cell: row => (
        <button type="button" className="row-link" onClick={() => setOpened(row)}>
          {row.description}
        </button>
      ),
    },
    {
      id: 'customer',
      header: t('staffRecords.customer.name'),
      card: 'meta',
      cell: row => <CustomerCell {...row} />,
    },
    { id: 'code', header: t('subscriptions.code'), prio: 4, card: 'meta', cell: ({ code }) => code },
    {
      id: 'quantity',
      header: t('subscriptions.quantity'),
      className: 'cell-num',
      prio: 3,
      card: 'hide',
      cell: ({ quantity }) => number(quantity),
    },
    {
      id: 'recurrence',
      header: t('subscriptions.recurrence'),
      card: 'meta',
      cell: ({ trigger }) => recurrenceText(trigger, t, locale),
    },
    {
      id: 'advanceDate',
      header: t('subscriptions.next'),
      sort: 'ascending',
      className: 'cell-date',
      card: 'start',
      cardLabel: t('subscriptions.next'),
      cell: ({ advanceDate }) => numericDay(advanceDate),
    },
    {
      id: 'taxedTotal',
      header: t('subscriptions.total'),
      sort: 'descending',
      className: 'cell-num',
      card: 'end',
      cell: ({ taxedTotal }) => <b>{euro(taxedTotal)}</b>,
    },
    {
      id: 'acts',
      header: <span className="sr-only">{t('staffRecords.acts')}</span>,
      className: 'cell-actions',
      card: 'action',
      cell: row => (
        <IconButton label={t('staffRecords.removeOf', { name: row.description })} onClick={() => remove(row)}>
          <Trash2 className="icon" aria-hidden="true" />
        </IconButton>
      ),
    },
  ]
  return (
    <main className="staff-main records" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>
          {t('staffSubscriptions.title')} {total !== undefined && <span className="page-count">{total}</span>}
        </h1>
        <div className="staff-head-end">
          <Button tone="primary" onClick={() => setOpened('new')}>
            <Plus className="icon" aria-hidden="true" />
            {t('staffSubscriptions.make')}
          </Button>
        </div>
      </header>
      <div className="filter-bar">
        <SearchInput
          label={t('staffSubscriptions.search')}
          value={search.q ?? ''}
          onSearch={q => change({ q: q || undefined })}
        />
        {portals.length > 1 && (
          <Select<string>
            label={t('staffRecords.portal')}
            look="filter"
            openOn="click"
            nullable
            placeholder={t('staffRecords.anyPortal')}
            clearLabel={t('staffRecords.clearFilter')}
            options={portals.map(({ webPortalKey, webPortalName }) => ({ value: webPortalKey, text: webPortalName }))}
            value={search.portal ?? null}
            onChange={portal => change({ portal: portal ?? undefined })}
          />
        )}
        <CustomerField
          look="filter"
          find={findContacts}
          value={contact === undefined ? null : { value: contact, text: chosen.data?.companyName ?? '…' }}
          onChange={one => change({ contact: one?.value })}
        />
        <p className="filter-bar-end result-count" role="status">
          {total !== undefined && t('staffSubscriptions.count', { count: total })}
        </p>
      </div>
      <div className="staff-scroll">
        <ListStates
          query={list}
          rows={rows}
          stale={list.isPlaceholderData}
          failed={t('staffSubscriptions.failed')}
          empty={
            <EmptyState
              icon={isFiltered ? <SearchX className="icon" /> : <Repeat className="icon" />}
              title={isFiltered ? t('staffSubscriptions.empty.filtered') : t('staffSubscriptions.empty.title')}
              action={
                isFiltered && (
                  <Button onClick={() => change({ q: undefined, portal: undefined, contact: undefined })}>
                    {t('staffRecords.clearFilters')}
                  </Button>
                )
              }
            >
              {isFiltered ? t('staffSubscriptions.empty.filteredText') : t('staffSubscriptions.empty.text')}
            </EmptyState>
          }
        >
          <div aria-busy={list.isPlaceholderData || undefined}>
            <DataTable
              caption={t('staffSubscriptions.title')}
              className="data-table--airy"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              sort={sortOf(search.sort ?? firstSort)}
              onSort={sort => {
                const text = sortText(sort) as SubscriptionSort
                change({ sort: text === firstSort ? undefined : text })
              }}
              loadingLabel={t('staffSubscriptions.loading')}
              more={{
                ...morePages(list),
                labels: {
                  loading: t('staffRecords.moreLoading'),
                  failed: t('staffRecords.moreFailed'),
                  retry: t('words.retry'),
                },
              }}
            />
          </div>
        </ListStates>
      </div>
      {opened === 'new' && !chosen.isLoading && (
        <SubscriptionDialog customer={chosen.data} onClose={() => setOpened(null)} />
      )}
      {opened !== null && opened !== 'new' && <SubscriptionDialog known={opened} onClose={() => setOpened(null)} />}
    </main>
  )
}
