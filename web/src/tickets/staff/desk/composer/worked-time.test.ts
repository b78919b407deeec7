import { expect, test } from 'vitest'
import { leftAfter, newTime, sourceKey, timeOf, typedMinutes } from './worked-time.ts'

const contract = { activityContractId: 4, contractPackageId: null, name: 'Monte ore', residualMinutes: 485 }
const pack = { activityContractId: null, contractPackageId: 4, name: 'Pacchetto', residualMinutes: 20 }

test.each([
  ['35', 35],
  [' 5 ', 5],
  ['1:30', 90],
  ['0.45', 45],
  ['0', null],
  ['', null],
  ['-5', null],
  ['1h', null],
  ['1441', null],
])('minutes typed as %j are %j', (typed, minutes) => {
  expect(typedMinutes(typed)).toBe(minutes)
})

test('time names the contract or the package that it is taken from, or none', () => {
  const time = { minutes: '35', activity: ' Assistenza ', source: sourceKey(pack) }
  expect(timeOf(time, [contract, pack])).toEqual({
    minutes: 35,
    activityTypeName: 'Assistenza',
    activityContractId: null,
    contractPackageId: 4,
  })
  expect(timeOf({ ...time, source: '' }, [contract])).toMatchObject({
    activityContractId: null,
    contractPackageId: null,
  })
  expect(timeOf({ ...time, minutes: '' }, [contract])).toBeUndefined()
})

test('what is left may fall below zero', () => {
  expect(leftAfter({ minutes: '35', activity: '', source: sourceKey(pack) }, [contract, pack])).toBe(-15)
  expect(leftAfter({ minutes: '', activity: '', source: sourceKey(contract) }, [contract, pack])).toBe(485)
  expect(leftAfter({ minutes: '35', activity: '', source: '' }, [contract])).toBeUndefined()
})

test('the only contract is chosen beforehand, one of several is not', () => {
  expect(newTime({ timeSources: [contract] }, '').source).toBe(sourceKey(contract))
  expect(newTime({ timeSources: [contract, pack] }, '').source).toBe('')
})
