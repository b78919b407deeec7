import type { StaffSubscription } from '@portico/contract/staff/records/subscriptions'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Repeat, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../api/failures.ts'
import { customer } from '../../customers/staff/data.ts'
import { newKey } from '../../session/use-once.ts'
import { CustomerCell } from '../../staff/parts/records/customer-cell.tsx'
import type { ChangeSearch } from '../../staff/parts/records/record-search.ts'
import { RecordsScreen } from '../../staff/parts/records/records-screen.tsx'
import { isOffice } from '../../staff/session/routes.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { dayOf, numericDay } from '../../text/format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { findContacts } from '../../tickets/staff/data.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { recurrenceText } from '../recurrence.ts'
import { makeSubscription, removeSubscription, subscriptions } from './data.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { firstSort, type SubscriptionsSearch } from './subscriptions-search.ts'
import '../../staff/parts/record.css'

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
  const { t } = useText()
  const navigate = useNavigate({ from: '/subscriptions' })
  const search = useSearch({ from: '/signed-in/subscriptions' })
  const list = useInfiniteQuery(subscriptions(search))
  const { locale, number, euro } = useStaffFormat()
  const [opened, setOpened] = useState<'new' | StaffSubscription | null>(null)
  const remove = useRemoval()
  const mayWrite = isOffice(useMe())
  const { contact } = search
  const chosen = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  useStaffScreen('staff-subscriptions', t('staffSubscriptions.title'))
  const change: ChangeSearch<SubscriptionsSearch> = changes =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const isFiltered = Boolean(search.q || search.portal || contact)
  const columns: Column<StaffSubscription>[] = [
    {
      id: 'description',
      header: t('subscriptions.description'),
      sort: 'ascending',
      card: 'title',
      cell: row =>
        mayWrite ? (
          <button type="button" className="row-link" onClick={() => setOpened(row)}>
            {row.description}
          </button>
        ) : (
          row.description
        ),
    },
    {
      id: 'customer',
      header: t('staffRecords.customer.name'),
      card: 'meta',
      cell: row => <CustomerCell {...row} />,
    },
    {
      id: 'code',
      header: t('subscriptions.code'),
      className: 'cell-fit',
      prio: 4,
      card: 'meta',
      cell: ({ code }) => code,
    },
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
      className: 'cell-words',
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
      cell: ({ advanceDate, timeZone }) => numericDay(advanceDate, { timeZone }),
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
      cell: row =>
        mayWrite && (
          <IconButton label={t('staffRecords.removeOf', { name: row.description })} onClick={() => remove(row)}>
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        ),
    },
  ]
  return (
    <RecordsScreen
      list={list}
      columns={columns}
      keyOf={keyOf}
      search={search}
      onSearch={change}
      firstSort={firstSort}
      isFiltered={isFiltered}
      onClear={() => change({ q: undefined, portal: undefined, contact: undefined })}
      customerName={chosen.data?.companyName}
      find={findContacts}
      empty={{
        icon: <Repeat className="icon" />,
        title: t('staffSubscriptions.empty.title'),
        text: t('staffSubscriptions.empty.text'),
      }}
      texts={{
        title: t('staffSubscriptions.title'),
        search: t('staffSubscriptions.search'),
        loading: t('staffSubscriptions.loading'),
        failed: t('staffSubscriptions.failed'),
        count: count => t('staffSubscriptions.count', { count }),
        noneFound: { title: t('staffSubscriptions.empty.filtered'), text: t('staffSubscriptions.empty.filteredText') },
      }}
      acts={
        mayWrite && (
          <Button tone="primary" onClick={() => setOpened('new')}>
            <Plus className="icon" aria-hidden="true" />
            {t('staffSubscriptions.make')}
          </Button>
        )
      }
    >
      {opened === 'new' && !chosen.isLoading && (
        <SubscriptionDialog customer={chosen.data} onClose={() => setOpened(null)} />
      )}
      {opened !== null && opened !== 'new' && <SubscriptionDialog known={opened} onClose={() => setOpened(null)} />}
    </RecordsScreen>
  )
}
