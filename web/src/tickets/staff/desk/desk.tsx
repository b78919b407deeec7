import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { staffTicket } from '../data.ts'

/** The chosen ticket. */
export const Desk = () => {
  const { t } = useTranslation()
  const { ticketid } = useParams({ from: '/room/tickets/$ticketid' })
  const { data: ticket } = useQuery(staffTicket(ticketid))
  return (
    <section className="desk" aria-label={t('staffTicket.label', { number: ticket?.ticketNumber })}>
      <div className="desk-head">
        <div className="desk-title">
          <h2>{ticket?.title}</h2>
          <span className="num">#{ticket?.ticketNumber}</span>
        </div>
      </div>
    </section>
  )
}
