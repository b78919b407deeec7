/** A small spinner. With `label` it is announced as a status; without, a text beside it must say what is going on. */
export const Spinner = ({ label }: { label?: string }) =>
  label === undefined ? (
    <span className="spinner" aria-hidden="true" />
  ) : (
    <span className="spinner" role="status">
      <span className="sr-only">{label}</span>
    </span>
  )
