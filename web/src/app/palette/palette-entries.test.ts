import type { Contact } from '@portico/contract/auth'
import type { TicketListed } from '@portico/contract/tickets'
import { describe, expect, it } from 'vitest'
import { openEntries } from '../sections/menu-entries.ts'
import { entryAddress, isOpen, paletteEntries } from './palette-entries.ts'

const here = { company: 'brenta', contactid: 1 }
const contact = (flags: Partial<Contact>) => ({ manageTickets: true, administrator: true, ...flags }) as Contact
const found = [{ id: 7, title: 'VPN' }] as TicketListed[]
const names: Record<string, string> = { tickets: 'My Tickets', alltickets: 'All Tickets' }
const entries = (flags: Partial<Contact>, q: string) =>
  paletteEntries(contact(flags), openEntries(contact(flags), false), found, q, ({ key }) => names[key] ?? key)

describe('palette', () => {
  it('lists tickets, lists filtered by the text, and a new ticket called by it', () => {
    expect(entries({}, 'vpn').map(entry => entryAddress(entry, here))).toEqual([
      { to: '/$company/$contactid/tickets/$ticketid', params: { ...here, ticketid: 7 } },
      { to: '/$company/$contactid/tickets', params: here, search: { q: 'vpn', filter: 2 } },
      { to: '/$company/$contactid/alltickets', params: here, search: { q: 'vpn', filter: 2 } },
      { to: '/$company/$contactid/tickets/new', params: here, search: { title: 'vpn' } },
    ])
  })

  it('filters nothing without a text', () => {
    expect(entries({}, '').map(entry => entryAddress(entry, here))).toContainEqual({
      to: '/$company/$contactid/tickets',
      params: here,
      search: {},
    })
  })

  it('leaves out what the flags do not open', () => {
    expect(entries({ administrator: false }, 'vpn').map(({ key }) => key)).toEqual([
      'ticket-7',
      'section-tickets',
      'new',
    ])
  })

  it('shows an administrator who may not open tickets what was found, and the list that it leads to', () => {
    const shown = entries({ manageTickets: false }, 'vpn')
    expect(shown.map(({ key }) => key)).toEqual(['ticket-7', 'section-alltickets'])
    expect(shown.filter(isOpen).map(({ key }) => key)).toEqual(['section-alltickets'])
    expect(entries({}, 'vpn').every(isOpen)).toBe(true)
  })
})
