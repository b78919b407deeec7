import type { BookingView, StaffBooking } from '@portico/contract/staff/planning/bookings'
import { bookingViews } from '@portico/contract/staff/planning/bookings'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { ListStates } from '../../../list/list-states.tsx'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useZone } from '../frame/use-zone.ts'
import { VisitPage } from '../frame/visit-page.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import type { BookingsSearch } from './bookings-search.ts'
import { allServices, bookings } from './data.ts'

const When = ({ booking }: { booking: StaffBooking }) => {
  const zone = useZone(booking.timeZone)
  return (
    <>
      {zone.day(booking.start)}, {zone.time(booking.start)}–{zone.time(booking.end)}
      {zone.note && <span className="cell-line">{zone.note}</span>}
    </>
  )
}

const useColumns = (onOpen: (id: number) => void): PlainColumn<StaffBooking>[] => {
  const { t } = useText()
  return [
    {
      id: 'company',
      title: t('staffBookings.company'),
      cell: ({ id, companyName, phone }) => (
        <>
          <button type="button" className="link-button row-link" onClick={() => onOpen(id)}>
            {companyName}
          </button>
          <span className="cell-line">{phone}</span>
        </>
      ),
    },
    { id: 'when', title: t('staffBookings.when'), cell: booking => <When booking={booking} /> },
    { id: 'service', title: t('staffBookings.service'), cell: ({ service }) => service.name },
    { id: 'technician', title: t('staffBookings.technician'), cell: ({ staffUser }) => staffUser.displayName },
    {
      id: 'status',
      title: t('staffBookings.state'),
      cell: ({ status, isOutside }) => (
        <>
          {t(`staffBookings.status.${status}`)}
          {isOutside && status === 'booked' && <span className="cell-line">{t('staffBookings.outside')}</span>}
        </>
      ),
    },
  ]
}

/** What customers have booked. */
export const BookingsScreen = () => {
  const { t } = useText()
  const navigate = useNavigate({ from: '/visits/bookings' })
  const search = useSearch({ from: '/signed-in/visits/bookings' })
  const list = useInfiniteQuery(bookings(search))
  const services = useQuery(allServices)
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.rows), [list.data])
  const { view = 'ahead', q = '', service, open } = search
  useStaffScreen('staff-bookings', t('staffBookings.title'))
  const change = (changes: { [Name in keyof BookingsSearch]?: BookingsSearch[Name] | undefined }) =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const columns = useColumns(id => change({ open: id }))
  const isFiltered = Boolean(q || service)
  const views = bookingViews.map(value => ({ value, text: t(`staffBookings.view.${value}`) }))
  return (
    <VisitPage title={t('staffBookings.title')} count={list.data?.pages[0]?.total}>
      <div className="visit-filters">
        <SegmentedControl<BookingView>
          label={t('staffBookings.views')}
          options={views}
          value={view}
          onChange={value => change({ view: value === 'ahead' ? undefined : value })}
        />
        <SearchInput
          label={t('staffBookings.search')}
          value={q}
          onSearch={value => change({ q: value || undefined })}
        />
        {services.data && services.data.length > 1 && (
          <Select
            label={t('staffBookings.service')}
            look="filter"
            openOn="click"
            nullable
            placeholder={t('staffBookings.service')}
            clearLabel={t('staffBookings.clear')}
            options={services.data.map(({ id, name }) => ({ value: id, text: name }))}
            value={service ?? null}
            onChange={value => change({ service: value ?? undefined })}
          />
        )}
      </div>
      <div className="visit-list">
        <ListStates
          query={list}
          rows={rows}
          stale={list.isPlaceholderData}
          failed={t('staffBookings.failed')}
          empty={
            isFiltered ? (
              <EmptyState
                icon={<SearchX className="icon" />}
                title={t('staffBookings.noneFound')}
                action={
                  <Button onClick={() => change({ q: undefined, service: undefined })}>
                    {t('staffBookings.clearFilters')}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={<CalendarClock className="icon" />} title={t(`staffBookings.empty.${view}`)}>
                {services.data?.length === 0 && t('staffBookings.noServices')}
              </EmptyState>
            )
          }
        >
          <PlainTable label={t('staffBookings.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
          {list.hasNextPage && (
            <p>
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('staffBookings.more')}
              </Button>
            </p>
          )}
        </ListStates>
      </div>
      {open !== undefined && <BookingDialog id={open} onClose={() => change({ open: undefined })} />}
    </VisitPage>
  )
}
