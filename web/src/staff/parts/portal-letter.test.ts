import { expect, it } from 'vitest'
import { portalLetter } from './portal-letter.ts'

const servizi = { id: 1, name: 'Brenta Servizi' }
const energia = { id: 2, name: 'Brenta Energia' }
const plain = { id: 3, name: 'brenta' }

it('tells portals apart whose names begin alike; the oldest has the first letter', () => {
  const portals = [energia, plain, servizi]
  expect(portals.map(one => portalLetter(one, portals))).toEqual(['E', 'B', 'B'])
  expect(portalLetter(energia, [energia])).toBe('B')
  expect(portalLetter(energia, [])).toBe('B')
})
