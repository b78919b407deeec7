import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendarFile } from './calendar.ts'

const event: CalendarEvent = {
  uid: 'appointment-7@brenta.portico',
  sequence: 0,
  stamp: new Date('2026-03-02T08:30:00.123Z'),
  start: new Date('2026-03-10T08:00:00Z'),
  end: new Date('2026-03-10T09:00:00Z'),
  cancelled: false,
  summary: 'Controllo; caldaia, ecc. \\ prova',
  location: 'Via Roma 1\nVicenza',
  description: 'Čović '.repeat(30).trim(),
  organizer: { name: 'Brenta "Servizi"\r\nX-EVIL: 1', address: 'ufficio@example.it' },
  attendee: { name: 'Rossi; Bianchi', address: 'rossi@example.it' },
}

const unfoldLines = (text: string) => text.replace(/\r\n /g, '').split('\r\n')

test('texts are escaped, so that none can start a line', () => {
  const lines = unfoldLines(writeCalendarFile('REQUEST', event))
  expect(lines).toContain('SUMMARY:Controllo\\; caldaia\\, ecc. \\\\ prova')
  expect(lines).toContain('LOCATION:Via Roma 1\\nVicenza')
  expect(lines).toContain('DTSTAMP:20260302T083000Z')
  expect(lines).toContain('ORGANIZER;CN="Brenta  Servizi   X-EVIL: 1":mailto:ufficio@example.it')
  expect(lines.filter(line => line.startsWith('X-'))).toEqual([])
})

test('lines are folded at 75 octets, between characters', () => {
  const text = writeCalendarFile('REQUEST', event)
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  expect(unfoldLines(text)).toContain(`DESCRIPTION:${event.description}`)
})
