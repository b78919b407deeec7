import type { ReactNode } from 'react'
import './portal-settings.css'

/** The frame of a tab of a portal. */
export const Tab = ({ children }: { children: ReactNode }) => (
  <div className="staff-scroll">
    <div className="portal-settings">{children}</div>
  </div>
)
