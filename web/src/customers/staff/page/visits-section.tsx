import type { CustomerVisit } from '@portico/contract/staff/customers/customers'
import { Link } from '@tanstack/react-router'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import type { OpenCustomer } from '../data.ts'

const useColumns = (): PlainColumn<CustomerVisit>[] => {
  const { t } = useText()
  const { dayOf, numericDay, clock } = useStaffFormat()
  return [
    {
      id: 'what',
      title: t('staffCustomers.visit.what'),
      cell: ({ kind, id, startsOn, title }) => (
        <>
          <Link className="text-link" to="/visits" search={{ day: dayOf(new Date(startsOn)), open: `${kind}-${id}` }}>
            {title ?? t('staffCustomers.visit.untitled')}
          </Link>
          {kind === 'booking' && <span className="cell-line">{t('staffCustomers.visit.booked')}</span>}
        </>
      ),
    },
    {
      id: 'when',
      title: t('staffCustomers.visit.when'),
      kind: 'date',
      cell: ({ startsOn, endsOn }) => `${numericDay(startsOn)}, ${clock(startsOn)} – ${clock(endsOn)}`,
    },
    {
      id: 'who',
      title: t('staffCustomers.visit.who'),
      cell: ({ staff }) => staff ?? <span className="quiet">{t('staffCustomers.visit.nobody')}</span>,
    },
  ]
}

/** What is planned for a customer, and what it has booked: who comes, and when. */
export const VisitsSection = ({ customer: { visits } }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const columns = useColumns()
  return (
    <section className="record-section" aria-labelledby="visits-title">
      <div className="section-head">
        <h2 id="visits-title">{t('staffCustomers.visit.title')}</h2>
        <span className="section-links">
          <Link to="/visits">{t('staffCustomers.visit.board')}</Link>
        </span>
      </div>
      {visits.length === 0 ? (
        <p className="quiet">{t('staffCustomers.visit.none')}</p>
      ) : (
        <PlainTable
          labelledBy="visits-title"
          columns={columns}
          rows={visits}
          keyOf={({ kind, id }) => `${kind}-${id}`}
        />
      )}
    </section>
  )
}
