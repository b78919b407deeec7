import { expect, it } from 'vitest'
import { townOf } from './town-of.ts'

it.each([
  ["Via dell'Artigianato 18, 35010 Vigonza (PD)", 'Vigonza (PD)'],
  ['Via Roma 1\n35121 Padova', 'Padova'],
  ['Padova', 'Padova'],
  ['I-35121 Padova', 'Padova'],
  ['', undefined],
  [null, undefined],
])('the town of %j is %j', (address, town) => expect(townOf(address)).toBe(town))
