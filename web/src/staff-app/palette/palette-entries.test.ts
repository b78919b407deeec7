import type { Found } from '@portico/contract/staff/ticket-actions'
import { expect, it } from 'vitest'
import { addressOfEntry, foundEntries, nextScope } from './palette-entries.ts'

const portal = { id: 1, webPortalKey: 'brenta', name: 'Brenta', baseColor: '#123' }
const one: Found = { id: 7, label: 'Rossi', sublabel: null, portal, contactId: 3 }

const ticket = { ...one, step: { name: 'Aperto', taskStatus: 0 }, assignee: null }

it('a ticket leads to itself, anything else to its customer', () => {
  const found = { tickets: [ticket], people: [one] }
  expect(foundEntries('tickets', found).map(addressOfEntry)).toEqual(['/staff/tickets/7'])
  expect(foundEntries('people', found).map(addressOfEntry)).toEqual(['/staff/customers/3'])
})

it('the scopes go round, without those that found nothing', () => {
  const found = { tickets: [ticket], customers: [], assets: [one] }
  expect(nextScope('all', found, 1)).toBe('tickets')
  expect(nextScope('tickets', found, 1)).toBe('assets')
  expect(nextScope('assets', found, 1)).toBe('all')
  expect(nextScope('all', found, -1)).toBe('assets')
})
