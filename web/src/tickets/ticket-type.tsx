import type { TicketListed } from '@portico/contract/tickets'

/** The dot of a ticket type in its colour. */
export const TypeDot = ({ color }: { color: string | null }) => (
  <span className="type-dot" style={{ '--type-color': color ?? undefined }} />
)

/** A ticket type: its dot and its name. */
export const TicketType = ({ type }: { type: NonNullable<TicketListed['taskType']> }) => (
  <span className="type">
    <TypeDot color={type.color} />
    {type.name}
  </span>
)
