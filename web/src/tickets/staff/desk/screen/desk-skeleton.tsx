import { useText } from '../../../../text/use-text.ts'

const Line = ({ width, height }: { width: string; height?: string }) => (
  <span className="skeleton" style={{ '--w': width, ...(height && { height }) }} />
)

/** The skeleton of a ticket while it is loading. */
export const DeskSkeleton = () => {
  const { t } = useText()
  return (
    <>
      <p className="sr-only" role="status">
        {t('staffTicket.loading')}
      </p>
      <div className="desk-head" aria-hidden="true">
        <Line width="48%" height="1.5rem" />
        <div className="desk-props">
          {['7rem', '5rem', '8rem', '9rem'].map(width => (
            <Line key={width} width={width} height="1.75rem" />
          ))}
        </div>
      </div>
      <div className="desk-col" aria-hidden="true">
        <div className="desk-thread">
          <div className="conversation">
            {['46%', '62%', '38%'].map(width => (
              <div key={width} className="bubble">
                <span className="skeleton skeleton--circle avatar--md" />
                <Line width="30%" />
                <span className="skeleton skeleton--block" style={{ '--h': '4rem', '--w': width }} />
              </div>
            ))}
          </div>
        </div>
        <div className="composer">
          <span className="skeleton skeleton--block" style={{ '--h': '8rem' }} />
        </div>
      </div>
    </>
  )
}
