import type { StaffComment, TicketChange, TicketTime } from '@portico/contract/staff/tickets'
import { CircleCheck, History, RotateCcw, Timer } from 'lucide-react'
import { spokenMinutes } from '../../../../staff/parts/spoken-minutes.ts'
import { RichText } from '../../../../text/rich-text.ts'
import { useText } from '../../../../text/use-text.ts'
import type { Property } from '../properties.ts'
import { useMoment } from '../use-moment.ts'

const bold = { b: <b /> }

const isProperty = (field: string): field is Property =>
  ['stepId', 'taskTypeId', 'assigneeId', 'groupId', 'dueAt', 'wikiElementId'].includes(field)

/** What was done with another ticket, whose number is the value; undefined: a property changed. */
const actOf = ({ field, before, after }: TicketChange) => {
  if (field === 'link')
    return after === null ? ({ act: 'unlinked', ticket: before } as const) : { act: 'linked' as const, ticket: after }
  if (field === 'mergedInto' || field === 'merged' || field === 'copiedTo' || field === 'copiedFrom')
    return { act: field, ticket: after } as const
  return undefined
}

/** Who changed which properties, from what to what. */
export const ChangesLine = ({ changes }: { changes: readonly [TicketChange, ...TicketChange[]] }) => {
  const { t } = useText()
  const { moment, clock } = useMoment()
  const [{ staff, changedOn }] = changes
  const shown = (field: string, name: string | null) =>
    name === null ? t('staffTicket.prop.none') : field === 'dueAt' || field === 'visit' ? moment(name) : name
  const said = (change: TicketChange) => {
    const done = actOf(change)
    if (done) return t(`staffTicket.thread.act.${done.act}`, { ticket: done.ticket })
    const { field, before, after } = change
    return (
      <>
        {isProperty(field) ? t(`staffTicket.prop.${field}`) : field === 'visit' ? t('staffTicket.visit') : field}:{' '}
        {shown(field, before)} <span aria-hidden="true">→</span>
        <span className="sr-only">{t('staffTicket.thread.becomes')}</span> {shown(field, after)}
      </>
    )
  }
  return (
    <p className="event-line">
      <History className="icon" aria-hidden="true" />
      <span>
        <b>{staff?.displayName ?? t('staffTicket.colleague')}</b>{' '}
        {changes.map((change, index) => (
          <span key={change.id}>
            {index > 0 && ', '}
            {said(change)}
          </span>
        ))}{' '}
        <time dateTime={changedOn}>{clock(changedOn)}</time>
      </span>
    </p>
  )
}

/** Time that was noted, and what it was taken from. */
export const TimeLine = ({ time: { minutes, activityTypeName, contract, staff, workedOn } }: { time: TicketTime }) => {
  const { t } = useText()
  const { clock } = useMoment()
  return (
    <p className="event-line">
      <Timer className="icon" aria-hidden="true" />
      <span>
        <b>{staff?.displayName ?? t('staffTicket.colleague')}</b> {spokenMinutes(minutes)}, {activityTypeName},{' '}
        {contract ?? t('staffTicket.time.unassigned')} <time dateTime={workedOn}>{clock(workedOn)}</time>
      </span>
    </p>
  )
}

/** The line for a closing or reopening, and by whom. */
export const StatusLine = ({ comment: { event, customer, staff, creationDate } }: { comment: StaffComment }) => {
  const { t } = useText()
  const { clock } = useMoment()
  const Icon = event === 'closed' ? CircleCheck : RotateCcw
  const who = customer?.referentName ?? staff?.displayName ?? t('staffTicket.thread.nobody')
  return (
    <p className="event-line">
      <Icon className="icon" aria-hidden="true" />
      <span>
        <RichText
          i18nKey={event === 'closed' ? 'staffTicket.thread.closedBy' : 'staffTicket.thread.reopenedBy'}
          values={{ who }}
          components={bold}
        />{' '}
        <time dateTime={creationDate}>{clock(creationDate)}</time>
      </span>
    </p>
  )
}
