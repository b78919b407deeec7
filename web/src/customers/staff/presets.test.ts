import { flags } from '@portico/contract/permissions'
import { expect, it } from 'vitest'
import { flagsOf, presetNames, presetOf } from './presets.ts'

it('a preset is known by its flags', () => {
  for (const name of presetNames) expect(presetOf(flagsOf(name))).toBe(name)
  expect(presetOf({ ...flagsOf('requests'), viewEstimates: true })).toBeUndefined()
})

it('who administers has every flag', () => {
  expect(Object.values(flagsOf('administrator'))).toEqual(flags.map(() => true))
})
