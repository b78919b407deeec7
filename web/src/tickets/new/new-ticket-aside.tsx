import { usePortal } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'

/** Advice for a ticket that can be answered soon, and whom to call in urgent cases. */
export const NewTicketAside = () => {
  const { t } = useText()
  const portal = usePortal()
  return (
    <aside className="form-aside">
      <div>
        <h2>{t('ticket.form.helpTitle')}</h2>
        <p>{t('ticket.form.helpText')}</p>
      </div>
      {portal?.supportPhone && (
        <div>
          <h2>{t('ticket.form.urgentTitle')}</h2>
          <p>
            {t('ticket.form.urgentText')}{' '}
            <a href={`tel:${portal.supportPhone.replace(/[^+\d]/g, '')}`}>{portal.supportPhone}</a>
            {portal.supportHours ? `, ${portal.supportHours}.` : '.'}
          </p>
        </div>
      )}
    </aside>
  )
}
