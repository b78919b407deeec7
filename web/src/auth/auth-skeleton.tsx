/** The skeleton of such a form while it is loading. */
export const AuthSkeleton = () => (
  <div className="auth-form" aria-hidden="true">
    <span className="skeleton skeleton--block" style={{ '--h': '2rem', '--w': '60%' }} />
    <span className="skeleton" style={{ '--w': '85%' }} />
    <span className="skeleton skeleton--block" style={{ '--h': '2.5rem' }} />
    <span className="skeleton skeleton--block" style={{ '--h': '2.5rem' }} />
  </div>
)
