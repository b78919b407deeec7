/** A small turning ring. With `label` it is announced, without it stands beside a text that says what goes on. */
export const Spinner = ({ label }: { label?: string }) =>
  label === undefined ? (
    <span className="spinner" aria-hidden="true" />
  ) : (
    <span className="spinner" role="status">
      <span className="sr-only">{label}</span>
    </span>
  )
