import { useText } from '../../text/use-text.ts'
import { BackLink } from '../back-link.tsx'

const Line = ({ width, height }: { width: string; height?: string }) => (
  <span className="skeleton" style={{ '--w': width, ...(height && { height }) }} />
)

/** The skeleton of a ticket while it is loading. */
export const TicketSkeleton = () => {
  const { t } = useText()
  return (
    <div className="ticket" aria-busy="true">
      <p className="sr-only" role="status">
        {t('ticket.page.loading')}
      </p>
      <div className="ticket-main">
        <div className="ticket-head">
          <BackLink />
          <Line width="72%" height="1.75rem" />
          <Line width="48%" height="1.25rem" />
        </div>
        <div className="ticket-wait">
          <Line width="92%" />
          <Line width="86%" />
          <Line width="54%" />
        </div>
        <div className="conversation">
          {['38%', '62%', '46%'].map(width => (
            <div key={width} className="bubble">
              <span className="skeleton skeleton--circle avatar--md" />
              <Line width="30%" />
              <span className="skeleton skeleton--block" style={{ '--h': '4.5rem', '--w': width }} />
            </div>
          ))}
        </div>
      </div>
      <aside className="ticket-side">
        <div className="ticket-side-inner">
          <span className="skeleton skeleton--block" style={{ '--h': '5.5rem' }} />
          <div className="ticket-wait">
            {['70%', '55%', '80%', '60%', '66%'].map(width => (
              <Line key={width} width={width} />
            ))}
          </div>
        </div>
      </aside>
    </div>
  )
}
