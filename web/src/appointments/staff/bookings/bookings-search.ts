import { type BookingView, bookingViews } from '@portico/contract/staff/planning/bookings'

/** What the list of bookings shows, as its address has it. */
export type BookingsSearch = {
  view?: BookingView
  q?: string
  /** The id of a service. */
  service?: number
  /** The id of a booking whose panel is open. */
  open?: number
}

const idIn = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Reads the search of the list's address; what is malformed is left out. */
export const readBookingsSearch = ({ view, q, service, open }: Record<string, unknown>): BookingsSearch => {
  const known = bookingViews.find(one => one === view)
  const text = typeof q === 'number' ? String(q) : q
  const [ofService, opened] = [idIn(service), idIn(open)]
  return {
    ...(known && known !== 'ahead' && { view: known }),
    ...(typeof text === 'string' && text.trim() && { q: text.slice(0, 200) }),
    ...(ofService && { service: ofService }),
    ...(opened && { open: opened }),
  }
}
