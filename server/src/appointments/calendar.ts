/** One calendar event. Calendar programs send changes to `organizer` and `attendee`. */
export type CalendarEvent = {
  uid: string
  /** Grows by one with each change that is sent; a calendar ignores a lower number. */
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

/** The iTIP method (RFC 5546): shows an event, adds it to the attendee's calendar, or removes it. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const formatUtc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

// Line breaks become `\n`; other control characters are not allowed in a line.
const escapeText = (value: string) =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

// A quoted parameter has no escape for a quote.
const quoteParameter = (value: string) => `"${value.replace(/["\p{Cc}]/gu, ' ')}"`

/** Folds a line to at most 75 octets, never within a character (RFC 5545, 3.1). */
const foldLine = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** A calendar file of one event (RFC 5545), in UTC, so it needs no VTIMEZONE. */
export const writeCalendarFile = (method: CalendarMethod, event: CalendarEvent): string => {
  const { organizer, attendee } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${formatUtc(event.stamp)}`,
    `DTSTART:${formatUtc(event.start)}`,
    `DTEND:${formatUtc(event.end)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.address}`] : []),
    ...(attendee && method !== 'PUBLISH'
      ? [
          `ATTENDEE;CN=${quoteParameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`,
        ]
      : []),
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${event.cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
