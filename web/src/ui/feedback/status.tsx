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

/** The states the design knows. `progress` is an open one with work under way. */
type StatusKind = keyof typeof icons

/** Props of Status. `children` is the word; `pill` sets it on a tinted ground. */
export type StatusProps = { kind: StatusKind; pill?: boolean; children: ReactNode }

/** A state as icon shape, word and colour together. */
export const Status = ({ kind, pill = false, children }: StatusProps) => {
  const Icon = icons[kind]
  return (
    <span className={pill ? 'status status--pill' : 'status'} data-status={kind === 'progress' ? 'open' : kind}>
      <Icon className="icon" aria-hidden="true" />
      {children}
    </span>
  )
}
