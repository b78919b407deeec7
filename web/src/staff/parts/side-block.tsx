import type { ReactNode } from 'react'
import './side-block.css'

/** Props of SideBlock. `action` stands at the end of the title's line. */
export type SideBlockProps = { title: string; action?: ReactNode; children: ReactNode }

/** A titled part of the column beside a ticket or a record. */
export const SideBlock = ({ title, action, children }: SideBlockProps) => (
  <section className="side-block">
    <h2>
      {title}
      {action}
    </h2>
    {children}
  </section>
)
