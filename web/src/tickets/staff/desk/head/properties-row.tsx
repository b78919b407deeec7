import type { StaffChoices } from '@portico/contract/staff/tickets'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, ChevronDown, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ticketStatus } from '../../../../staff/parts/ticket-status.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../../staff/session/use-staff-format.ts'
import { useText } from '../../../../text/use-text.ts'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'
import { Status } from '../../../../ui/feedback/status.tsx'
import type { Option } from '../../../../ui/select/option-list.tsx'
import { Select } from '../../../../ui/select/select.tsx'
import { TypeDot } from '../../../ticket-type.tsx'
import { AssetPicker } from '../../asset-picker.tsx'
import type { OpenTicket } from '../../data.ts'
import { choices } from '../../data.ts'
import { type Property, propertyOf } from '../properties.ts'
import { ticketContext } from '../side/data.ts'
import { useMoment } from '../use-moment.ts'
import { DuePicker } from './due-picker.tsx'
import type { Change } from './use-change.ts'

// The pickers have no null: this stands for nobody and nothing.
const nothing = 0

const optionsOf = (
  portalId: number,
  { portals, groups, staff }: StaffChoices,
  { meId, none, me }: { meId: number; none: string; me: string },
) => {
  const portal = portals.find(({ id }) => id === portalId)
  const others = staff.filter(({ id }) => id !== meId)
  const self = staff.find(({ id }) => id === meId)
  const person = (
    { id, displayName, profileImage }: StaffChoices['staff'][number],
    text = displayName,
  ): Option<number> => ({
    value: id,
    text,
    lead: <Avatar name={displayName} src={profileImage} />,
  })
  return {
    stepId: (portal?.steps ?? []).map(({ id, name }) => ({ value: id, text: name })),
    taskTypeId: (portal?.types ?? []).map(({ id, name, color }) => ({
      value: id,
      text: name,
      lead: <TypeDot color={color} />,
    })),
    assigneeId: [
      ...(self ? [person(self, me)] : []),
      { value: nothing, text: none },
      ...others.map(one => person(one)),
    ],
    groupId: [{ value: nothing, text: none }, ...groups.map(({ id, name }) => ({ value: id, text: name }))],
  } satisfies Partial<Record<Property, Option<number>[]>>
}

type PropertiesRowProps = { ticket: OpenTicket; change: Change; children?: ReactNode }

/** The properties of a ticket as chips, each with its picker. */
export const PropertiesRow = ({ ticket, change: { change, pending }, children }: PropertiesRowProps) => {
  const { t } = useText()
  const me = useMe()
  const { data } = useQuery(choices)
  const none = t('staffTicket.prop.none')
  const options =
    data && optionsOf(ticket.portal.id, data, { meId: me.staffUserId, none, me: t('staffTicket.prop.me') })

  const picker = (property: 'stepId' | 'taskTypeId' | 'assigneeId' | 'groupId', icon: ReactNode, empty: string) => {
    const { value, text } = propertyOf(ticket, property)
    const isPending = pending?.property === property
    const shown = (isPending ? pending.text : text) ?? empty
    return (
      <Select<number>
        label={t(`staffTicket.prop.${property}`)}
        options={options?.[property] ?? []}
        value={value === null ? nothing : Number(value)}
        emptyText={t('staffTicket.loading')}
        openOn="click"
        onChange={chosen => {
          if (chosen === null || chosen === (value ?? nothing)) return
          const option = options?.[property].find(one => one.value === chosen)
          const name =
            property === 'assigneeId' ? data?.staff.find(({ id }) => id === chosen)?.displayName : option?.text
          void change(
            property,
            chosen === nothing ? { value: null, text: null } : { value: chosen, text: name ?? null },
          )
        }}
        look={props => (
          <button
            type="button"
            {...props}
            className="prop"
            aria-busy={isPending || undefined}
            aria-label={`${t(`staffTicket.prop.${property}`)}: ${shown}`}
          >
            {property === 'stepId' ? (
              <>
                <Status kind={ticketStatus(ticket)}>{shown}</Status>
                <ChevronDown className="icon" aria-hidden="true" />
              </>
            ) : (
              <>
                {icon}
                {shown}
              </>
            )}
          </button>
        )}
      />
    )
  }

  const { assignee, taskType } = ticket
  return (
    <div className="desk-props">
      {picker('stepId', null, '')}
      {picker('taskTypeId', <TypeDot color={taskType?.color ?? null} />, t('staffTicket.prop.noType'))}
      {picker(
        'assigneeId',
        assignee ? (
          <Avatar name={assignee.displayName} src={assignee.profileImage} />
        ) : (
          <UserRound className="icon" aria-hidden="true" />
        ),
        t('staffTicket.prop.unassigned'),
      )}
      <DuePicker value={ticket.dueAt} onChange={dueAt => void change('dueAt', { value: dueAt, text: dueAt })} />
      {picker('groupId', <UsersRound className="icon" aria-hidden="true" />, t('staffTicket.prop.noGroup'))}
      <AssetPicker
        contactId={ticket.contact.id}
        value={ticket.wikiElement && { value: ticket.wikiElement.id, text: ticket.wikiElement.name }}
        onChange={asset => {
          if (asset?.value !== ticket.wikiElement?.id)
            void change('wikiElementId', asset ?? { value: null, text: null })
        }}
        chip={{
          text:
            (pending?.property === 'wikiElementId' ? pending.text : ticket.wikiElement?.name) ??
            t('staffTicket.prop.noAsset'),
          isPending: pending?.property === 'wikiElementId',
        }}
      />
      <NextVisit ticketid={ticket.id} />
      {children}
    </div>
  )
}

/** The next visit of the ticket, which leads to it on the board. */
const NextVisit = ({ ticketid }: { ticketid: number }) => {
  const { t } = useText()
  const { dayOf } = useStaffFormat()
  const { moment } = useMoment()
  const { data } = useQuery(ticketContext(ticketid))
  // Those of the customer's other tickets are in the side column.
  const visit = data?.upcomingVisits.find(one => one.ticketId === ticketid)
  if (!visit) return null
  const { id, bookingId, startsOn, title, activityTypeName, staffName } = visit
  return (
    <Link
      to="/visits"
      search={{ day: dayOf(new Date(startsOn)), open: bookingId === null ? `visit-${id}` : `booking-${bookingId}` }}
      className="prop"
      title={[title ?? activityTypeName, staffName].filter(Boolean).join(', ')}
    >
      <CalendarCheck className="icon" aria-hidden="true" />
      <span className="sr-only">{t('staffTicket.prop.nextVisit')}: </span>
      {moment(startsOn)}
    </Link>
  )
}
