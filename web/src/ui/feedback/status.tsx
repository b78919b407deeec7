import {
  Circle,
  CircleCheck,
  CircleCheckBig,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CircleX,
  Hourglass,
  PenLine,
} from 'lucide-react'
import type { ReactNode } from 'react'

const icons = {
  open: Circle,
  progress: CircleDot,
  pending: CircleDashed,
  closed: CircleCheck,
  active: CircleCheckBig,
  'in-expiry': Hourglass,
  expired: CircleMinus,
  signed: PenLine,
  unsigned: Circle,
  cancelled: CircleX,
}

/** The states that have a look. `progress` is an open ticket that somebody works on. */
type StatusKind = keyof typeof icons

/** Props of Status. `children` is its text; `pill` gives it a tinted background. */
export type StatusProps = { kind: StatusKind; pill?: boolean; children: ReactNode }

/** A state by icon, text and colour, so that colour alone says nothing. */
export const Status = ({ kind, pill = false, children }: StatusProps) => {
  const Icon = icons[kind]
  return (
    <span className={pill ? 'status status--pill' : 'status'} data-status={kind === 'progress' ? 'open' : kind}>
      <Icon className="icon" aria-hidden="true" />
      {children}
    </span>
  )
}
