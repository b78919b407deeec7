import type { StaffInvitation } from '@portico/contract/staff/planning/bookings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, Copy } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { actOnInvitation, allServices, invitations } from '../../../appointments/staff/bookings/data.ts'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import type { OpenCustomer } from '../data.ts'
import { InvitationDialog } from './invitation-dialog.tsx'

const copy = async (link: string) => {
  await navigator.clipboard.writeText(link)
  toast({ title: localized(t => t('staffInvitations.copied')) })
}

const useColumns = (contactid: number): PlainColumn<StaffInvitation>[] => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const act = useMutation({
    ...actOnInvitation(useQueryClient(), contactid),
    onSuccess: (_, { act }) =>
      toast({ title: localized(t => t(act === 'send' ? 'staffInvitations.sent' : 'staffInvitations.taken')) }),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  return [
    {
      id: 'service',
      title: t('staffInvitations.service'),
      cell: ({ service, ticket, email }) => (
        <>
          {service.name}
          <span className="cell-line">{[ticket && `#${ticket.ticketNumber}`, email].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      id: 'state',
      title: t('staffInvitations.state'),
      cell: ({ state, booking, sentOn, expiresOn }) =>
        booking ? (
          <Link to="/visits/bookings" search={{ open: booking.id }}>
            {t('staffInvitations.booked', { when: `${numericDay(booking.start)}, ${clock(booking.start)}` })}
          </Link>
        ) : (
          <>
            {t(`staffInvitations.is.${state}`)}
            <span className="cell-line">
              {[
                sentOn && t('staffInvitations.sentOn', { day: numericDay(sentOn) }),
                state === 'open' && expiresOn && t('staffInvitations.until', { day: numericDay(expiresOn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        ),
    },
    {
      id: 'acts',
      title: t('staffInvitations.acts'),
      kind: 'act',
      cell: ({ id, state, link, email }) =>
        state === 'open' && (
          <>
            {link && (
              <Button size="sm" tone="ghost" onClick={() => void copy(link)}>
                <Copy className="icon" aria-hidden="true" />
                {t('staffInvitations.copy')}
              </Button>
            )}
            {email && (
              <Button size="sm" tone="ghost" busy={act.isPending} onClick={() => act.mutate({ id, act: 'send' })}>
                {t('staffInvitations.send')}
              </Button>
            )}
            <Button size="sm" tone="ghost" busy={act.isPending} onClick={() => act.mutate({ id, act: 'withdraw' })}>
              {t('staffInvitations.withdraw')}
            </Button>
          </>
        ),
    },
  ]
}

/** The invitations to book that a customer was sent; nothing where the portal has no bookable service. */
export const InvitationsSection = ({ customer }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const services = useQuery(allServices).data?.filter(
    ({ portal, isActive }) => isActive && portal.id === customer.portal.id,
  )
  const { data } = useQuery(invitations(customer.id))
  const columns = useColumns(customer.id)
  const [isInviting, setInviting] = useState(false)
  const mayInvite = !customer.isArchived && Boolean(services?.length)
  if (!data || (data.length === 0 && !mayInvite)) return null
  return (
    <section className="record-section" aria-labelledby="invitations-title">
      <div className="section-head">
        <h2 id="invitations-title">{t('staffInvitations.title')}</h2>
        {mayInvite && (
          <Button size="sm" onClick={() => setInviting(true)}>
            <CalendarPlus className="icon" aria-hidden="true" />
            {t('staffInvitations.invite')}
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <p className="quiet">{t('staffInvitations.none')}</p>
      ) : (
        <PlainTable labelledBy="invitations-title" columns={columns} rows={data} keyOf={({ id }) => id} />
      )}
      {isInviting && services && (
        <InvitationDialog customer={customer} services={services} onClose={() => setInviting(false)} />
      )}
    </section>
  )
}
