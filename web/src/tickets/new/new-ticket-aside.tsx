import { useTranslation } from 'react-i18next'
import { usePortal } from '../../session/use-here.ts'

/** What makes a ticket quick to answer, and whom to call when it cannot wait. */
export const NewTicketAside = () => {
  const { t } = useTranslation()
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
