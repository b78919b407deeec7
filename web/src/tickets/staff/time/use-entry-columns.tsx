import type { TimeEntry } from '@portico/contract/staff/planning/time'
import { Link } from '@tanstack/react-router'
import type { PlainColumn } from '../../../staff/parts/plain-table.tsx'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useText } from '../../../text/use-text.ts'

/** The columns of entries of noted time; time on a ticket is put right there. */
export const useEntryColumns = (only: { person?: boolean; customer?: boolean }): PlainColumn<TimeEntry>[] => {
  const { t } = useText()
  const what: PlainColumn<TimeEntry> = {
    id: 'what',
    title: t('staffTime.what'),
    cell: ({ ticket, visitTitle, activityTypeName }) => (
      <>
        {ticket ? (
          <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }}>
            #{ticket.ticketNumber} {ticket.title}
          </Link>
        ) : (
          (visitTitle ?? activityTypeName)
        )}
        {(ticket ?? visitTitle) && <span className="cell-line">{activityTypeName}</span>}
      </>
    ),
  }
  const customer: PlainColumn<TimeEntry> = {
    id: 'customer',
    title: t('staffTime.customer'),
    cell: ({ customer: { id, companyName } }) => (
      <Link to="/customers/$contactid" params={{ contactid: id }}>
        {companyName}
      </Link>
    ),
  }
  const person: PlainColumn<TimeEntry> = {
    id: 'person',
    title: t('staffTime.person'),
    isEmpty: ({ staffUser }) => staffUser === null,
    cell: ({ staffUser }) => staffUser?.displayName,
  }
  return [
    what,
    ...(only.customer ? [customer] : []),
    ...(only.person ? [person] : []),
    {
      id: 'contract',
      title: t('staffTime.contract'),
      cell: ({ contract }) => contract ?? <span className="quiet">{t('staffTime.unassigned')}</span>,
    },
    { id: 'time', title: t('staffTime.time'), kind: 'num', cell: ({ minutes }) => spokenMinutes(minutes) },
  ]
}
