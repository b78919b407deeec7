import type { TicketListed } from '@portico/contract/tickets'
import { Link } from '@tanstack/react-router'
import type { Here } from '../../session/addresses.ts'
import type { Format } from '../../session/use-format.ts'
import { type Translate, useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { assetName } from '../../wiki/asset-name.ts'
import type { TicketScope } from '../data.ts'
import { fullName, statusKind, ticketNumber } from '../rules.ts'
import { isByLastMessage, type TicketFilter } from '../ticket-filter.ts'
import { TypeDot } from '../ticket-type.tsx'

const Moment = ({ instant, format }: { instant: string; format: Format }) => (
  <time dateTime={instant}>
    {format.ticketDay(instant)} <span className="cell-time">{format.clock(instant)}</span>
  </time>
)

type TitleProps = { row: TicketListed } & Pick<ColumnsInput, 'here' | 'scope' | 'filter' | 'mayOpen'>

const Title = ({ row, here, scope, filter, mayOpen }: TitleProps) => {
  const { t } = useText()
  const { taskType, wikiElement, unreadComments } = row
  const below = [taskType?.name, wikiElement && assetName(wikiElement)].filter(Boolean).join(', ')
  return (
    <div className="cell-text">
      {mayOpen ? (
        <Link
          className="row-link"
          to="/$company/$contactid/tickets/$ticketid"
          params={{ ...here, ticketid: row.id }}
          state={{ ticketList: { scope, filter } }}
        >
          {unreadComments > 0 && (
            <>
              <span className="unread-dot" aria-hidden="true" />
              <span className="sr-only">{t('tickets.list.unread', { count: unreadComments })} </span>
            </>
          )}
          {row.title}
        </Link>
      ) : (
        <span className="row-name">{row.title}</span>
      )}
      {below && (
        <div className="cell-sub">
          {taskType && <TypeDot color={taskType.color} />}
          {below}
        </div>
      )}
    </div>
  )
}

type ColumnsInput = {
  t: Translate
  format: Format
  here: Here
  scope: TicketScope
  filter: TicketFilter
  /** Whether the reader may open tickets: an administrator without `manageTickets` sees only the list. */
  mayOpen: boolean
}

// Of the two date columns, a narrow table shows only the one that it is sorted by.
const near = { className: 'cell-date', card: 'when' } as const
const far = { className: 'cell-date cell-wide', card: 'hide' } as const

/** The columns of a ticket list; the list of all tickets has one for who raised each. */
export const ticketColumns = ({ t, format, here, scope, filter, mayOpen }: ColumnsInput): Column<TicketListed>[] => [
  {
    id: 'ticketNumber',
    header: t('tickets.list.column.number'),
    cell: ticketNumber,
    sort: 'descending',
    className: 'cell-id',
    card: 'start',
  },
  {
    id: 'title',
    header: t('tickets.list.column.title'),
    cell: row => <Title row={row} here={here} scope={scope} filter={filter} mayOpen={mayOpen} />,
    sort: 'ascending',
    card: 'title',
  },
  {
    id: 'status',
    header: t('tickets.list.column.status'),
    cell: row => <Status kind={statusKind(row)}>{row.taskStatus.step.name}</Status>,
    className: 'cell-fit',
    card: 'end',
  },
  ...(scope === 'all'
    ? [
        {
          id: 'raisedBy',
          header: t('tickets.list.column.raisedBy'),
          cell: ({ creatorContactWebUser: raiser }: TicketListed) => raiser?.referentName ?? '',
          className: 'cell-fit cell-muted',
          prio: 2 as const,
          card: 'hide' as const,
        },
      ]
    : []),
  {
    id: 'next',
    header: t('tickets.list.column.next'),
    cell: ({ nextPlannedActivityInfo: planned }) =>
      planned ? (
        <Moment instant={planned.start} format={format} />
      ) : (
        <span className="cell-none">{t('tickets.list.notPlanned')}</span>
      ),
    className: 'cell-date',
    prio: 3,
    card: 'meta',
    cardLabel: t('tickets.list.nextShort'),
    isEmpty: row => row.nextPlannedActivityInfo === null,
  },
  {
    id: 'createdOn',
    header: t('tickets.list.column.created'),
    cell: row => <Moment instant={row.createdOn} format={format} />,
    sort: 'descending',
    ...(isByLastMessage(filter) ? far : near),
  },
  {
    id: 'lastCommentOn',
    header: t('tickets.list.column.lastMessage'),
    // The first message of a ticket is its own description.
    cell: row => <Moment instant={row.lastCommentOn ?? row.createdOn} format={format} />,
    sort: 'descending',
    ...(isByLastMessage(filter) ? near : far),
  },
  {
    id: 'assignedTo',
    header: t('tickets.list.column.assignedTo'),
    cell: ({ assignedUser }) =>
      assignedUser ? (
        <span className="avatar-name">
          <Avatar name={fullName(assignedUser)} src={assignedUser.profileImage} />
          {fullName(assignedUser)}
        </span>
      ) : (
        <span className="cell-none">{t('tickets.list.unassigned')}</span>
      ),
    className: 'cell-fit',
    prio: scope === 'all' ? 4 : 3,
    card: 'hide',
  },
]
