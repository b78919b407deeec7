/** One event of a calendar, in instants. `people` are told by its program of changes: the organiser and the attendee. */
export type CalendarEvent = {
  uid: string
  /** Counts up with each change that is told. */
  sequence: number
  stamp: Date
  start: Date
  end: Date
  cancelled: boolean
  summary: string
  location: string | null
  description: string
  organizer: { name: string; address: string } | null
  attendee: { name: string; address: string } | null
}

/** What is done with an event: shown, put into the attendee's calendar, or taken out of it. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

// Line breaks become `\n`; other control characters have no place in a line.
const text = (value: string) =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

// A quoted parameter knows no escape for a quote.
const parameter = (value: string) => `"${value.replace(/["\p{Cc}]/gu, ' ')}"`

/** Lines of 75 octets at most, cut between characters (RFC 5545, 3.1). */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += sign
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** A calendar file of one event (RFC 5545), in UTC so that it needs no rules of a time zone. */
export const calendarFile = (method: CalendarMethod, event: CalendarEvent): string => {
  const { organizer, attendee } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${text(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `SUMMARY:${text(event.summary)}`,
    ...(event.location ? [`LOCATION:${text(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${parameter(organizer.name)}:mailto:${organizer.address}`] : []),
    ...(attendee && method !== 'PUBLISH'
      ? [
          `ATTENDEE;CN=${parameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`,
        ]
      : []),
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
