const widths = ['14rem', '11rem', '16rem', '12rem']

/** Lines in the shape of contracts, drawn while the first page is on its way. */
export const ContractWait = ({ label }: { label: string }) => (
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
