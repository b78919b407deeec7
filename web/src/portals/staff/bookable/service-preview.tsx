import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { clock, ticketDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { type PreviewInput, servicePreview } from './data.ts'

type ServicePreviewProps = { input: PreviewInput | undefined; name: string; isActive: boolean }

/** The next free times as customers will see them, and the bookings that these hours leave out. */
export const ServicePreview = ({ input, name, isActive }: ServicePreviewProps) => {
  const { t } = useText()
  const text = useFailureText()
  const { locale } = useStaffFormat()
  const { data, error, isFetching } = useQuery(servicePreview(useDeferredValue(input)))
  const manner = { locale, timeZone: data?.timeZone ?? 'UTC' }
  return (
    <aside className="setting-preview service-preview" aria-label={t('staffBookable.preview')} aria-busy={isFetching}>
      <h2>{t('staffBookable.preview')}</h2>
      {!input && <p className="quiet">{t('staffBookable.previewLater')}</p>}
      {input && error && <Alert tone="danger">{text(error)}</Alert>}
      {input && data && (
        <>
          {!isActive && <Alert tone="warning">{t('staffBookable.previewOff')}</Alert>}
          <p>
            <b>{name || t('staffBookable.unnamed')}</b>
          </p>
          {data.days.length === 0 && (
            <p className="preview-none">
              <CalendarX2 className="icon" aria-hidden="true" />
              {t('staffBookable.nothingFree')}
            </p>
          )}
          <ul className="preview-days">
            {data.days.map(({ day, starts, more }) => (
              <li key={day}>
                <b>{ticketDay(starts[0] ?? `${day}T12:00:00Z`, manner)}</b>
                <span>
                  {starts.map(start => (
                    <span key={start} className="preview-slot num">
                      {clock(start, manner)}
                    </span>
                  ))}
                  {more > 0 && <span className="quiet">{t('staffBookable.more', { count: more })}</span>}
                </span>
              </li>
            ))}
          </ul>
          <p className="quiet">{t('staffBookable.zone', { zone: data.timeZone })}</p>
          {data.outsideCount > 0 && (
            <Alert tone="warning" title={t('staffBookable.outside', { count: data.outsideCount })}>
              <ul>
                {data.outside.map(({ id, start, companyName }) => (
                  <li key={id}>
                    <Link to="/visits/bookings" search={{ open: id }}>
                      {companyName}, {ticketDay(start, manner)}, {clock(start, manner)}
                    </Link>
                  </li>
                ))}
              </ul>
              <p>{t('staffBookable.outsideText')}</p>
            </Alert>
          )}
        </>
      )}
    </aside>
  )
}
