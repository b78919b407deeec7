import type { Me } from '@portico/contract/auth'
import { describe, expect, it } from 'vitest'
import { isPortalKey, readAddress, safeReturn, selectContact } from './addresses.ts'

const contact = (contactId: number, webPortalKey: string) =>
  ({ contactId, portalSettings: { webPortalKey } }) as Me['contacts'][number]

it.each([
  ['/', { rest: '' }],
  ['/brenta', { company: 'brenta', rest: '' }],
  ['/Brenta/12/Tickets/45', { company: 'brenta', contactid: 12, rest: 'Tickets/45' }],
  ['/brenta/tickets/45', { company: 'brenta', rest: 'tickets/45' }],
  ['/12/tickets', { contactid: 12, rest: 'tickets' }],
  ['/tickets/45', { rest: 'tickets/45' }],
  ['/brenta/0/tickets', { company: 'brenta', rest: '0/tickets' }],
])('reads %s', (pathname, address) => {
  expect(readAddress(pathname)).toEqual(address)
})

it.each(['tickets', 'Login', 'api', 'a', '12', 'a_b', 'x'.repeat(41)])('%s is no portal key', segment => {
  expect(isPortalKey(segment)).toBe(false)
})

describe('the place that an address means', () => {
  const contacts = [contact(1, 'brenta'), contact(2, 'brenta'), contact(3, 'energia')]

  it.each([
    ['is the one it names', { company: 'brenta', contactid: 2 }, {}, 2],
    ['is found by the contact alone', { contactid: 3 }, { company: 'brenta', contactid: 1 }, 3],
    ['is found by the contact where the portal is wrong', { company: 'zzz', contactid: 3 }, {}, 3],
    ['is the stored one where nothing is named', {}, { company: 'brenta', contactid: 2 }, 2],
    ['is the stored one of the named portal', { company: 'brenta' }, { company: 'brenta', contactid: 2 }, 2],
    ['stays in the named portal', { company: 'energia' }, { company: 'brenta', contactid: 2 }, 3],
    ['does not take a contact of another portal', { company: 'energia', contactid: 1 }, {}, 3],
    ['is the first where the stored one is gone', {}, { company: 'brenta', contactid: 9 }, 1],
    ['is the first where nothing is known', { company: 'zzz', contactid: 9 }, {}, 1],
  ])('%s', (_, named, stored, contactid) => {
    expect(selectContact(contacts, named, stored)?.contactid).toBe(contactid)
  })

  it('is none for a user without contacts', () => {
    expect(selectContact([], { company: 'brenta', contactid: 1 }, {})).toBeUndefined()
  })
})

describe('where the login leads back to', () => {
  it.each(['/brenta/1/tickets?filter=2#x', '/'])('takes %s', address => {
    expect(safeReturn(address)).toBe(address)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
    'tickets',
    '/Login',
    '/brenta/login?back=/x',
    undefined,
    3,
  ])('refuses %s', address => {
    expect(safeReturn(address)).toBeUndefined()
  })
})
