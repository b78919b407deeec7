const widths = ['14rem', '11rem', '16rem', '12rem']

/** The skeleton of contracts while the first page is loading. */
export const ContractSkeleton = ({ label }: { label: string }) => (
  <>
    {widths.map(width => (
      <div key={width} className="accordion-item contract-wait" aria-hidden="true">
        <span className="skeleton-line">
          <span className="skeleton" style={{ '--w': width }} />
        </span>
        <span className="skeleton-line">
          <span className="skeleton" style={{ '--w': '6rem' }} />
        </span>
      </div>
    ))}
    <p className="sr-only" role="status">
      {label}
    </p>
  </>
)
