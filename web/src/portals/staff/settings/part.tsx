import { type ReactNode, useId } from 'react'

type PartProps = { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode }

/** A part of a tab, with its title. */
export const Part = ({ title, lead, action, children }: PartProps) => {
  const id = useId()
  return (
    <section className="setting-part" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
