import { expect, it } from 'vitest'
import { findKeyFault, proposePortalKey, proposePortalName } from './proposals.ts'

it.each([
  ['Brenta Servizi S.r.l.', 'Brenta Servizi', 'brenta-servizi'],
  ['Impianti Più, SpA', 'Impianti Più', 'impianti-piu'],
  ['  Northwind Ltd. ', 'Northwind', 'northwind'],
  ['Rossi & Figli s.n.c.', 'Rossi & Figli', 'rossi-figli'],
  ['Casa', 'Casa', 'casa'],
  ['Tickets', 'Tickets', 'tickets-portal'],
  ['2026', '2026', '2026-portal'],
  ['株式会社', '株式会社', ''],
])('of %j the portal is %j at %j', (company, name, key) => {
  expect(proposePortalName(company)).toBe(name)
  expect(proposePortalKey(name)).toBe(key)
})

it('a long name makes a key that is allowed', () => {
  const key = proposePortalKey('Consorzio per la manutenzione degli impianti della Valsugana')
  expect(findKeyFault(key)).toBeUndefined()
  expect(key.length).toBeLessThanOrEqual(40)
})

it.each([
  ['a', 'form'],
  ['Brenta', 'form'],
  ['12345', 'form'],
  ['staff', 'reserved'],
  ['brenta', undefined],
])('the key %j: %j', (key, fault) => expect(findKeyFault(key)).toBe(fault))
