import type { ReactNode } from 'react'

/** Props of EmptyState. `action` is the next step; `heading` is the level of the title. */
export type EmptyStateProps = {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  tone?: 'danger' | 'success'
  role?: 'alert' | 'status'
  heading?: 'h1' | 'h2' | 'h3'
}

/** Shown in place of an empty list or page: why it is empty, and the next step. */
export const EmptyState = ({ icon, title, children, action, tone, role, heading: Heading = 'h2' }: EmptyStateProps) => (
  <div className="state" data-tone={tone} role={role}>
    <span className="state-mark" aria-hidden="true">
      {icon}
    </span>
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {action && <div className="button-row">{action}</div>}
  </div>
)
