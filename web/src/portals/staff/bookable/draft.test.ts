import { expect, test } from 'vitest'
import { daysBetween, findFaults, keyOf, newDraft, previewOf, runsOf, sentDraft } from './draft.ts'

test('a name gives the word of its address', () => {
  expect(keyOf('Controllo caldaia: 1ª visita')).toBe('controllo-caldaia-1-visita')
  expect(keyOf('  Perché no? ')).toBe('perche-no')
  expect(keyOf('日本')).toBe('')
})

test('a new service lacks a name and staff, and is previewed once it has staff', () => {
  const draft = newDraft(undefined)
  expect(findFaults(draft)).toEqual({ name: 'name', key: 'key', staffIds: 'staff' })
  expect(previewOf(draft, { portalId: 1, serviceId: undefined })).toBeUndefined()
  const named = { ...draft, staffIds: [7], durationMinutes: '9' }
  expect(findFaults(named).durationMinutes).toBe('duration')
  expect(previewOf({ ...named, durationMinutes: '45' }, { portalId: 1, serviceId: 2 })).toMatchObject({
    portalId: 1,
    serviceId: 2,
    durationMinutes: 45,
    staffIds: [7],
  })
})

test('midnight is sent as the end of the day', () => {
  const week = newDraft(undefined).week.map((spans, day) => (day === 0 ? [{ from: '20:00', to: '00:00' }] : spans))
  expect(sentDraft({ ...newDraft(undefined), week }, 1).week[0]).toEqual([{ from: '20:00', to: '24:00' }])
})

test('closed days are shown in runs, also over months and clock changes', () => {
  expect(runsOf(['2026-04-01', '2026-03-31', '2026-03-29', '2026-03-30', '2026-12-25'])).toEqual([
    { from: '2026-03-29', to: '2026-04-01' },
    { from: '2026-12-25', to: '2026-12-25' },
  ])
  expect(daysBetween('2026-10-24', '2026-10-26')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  expect(daysBetween('2026-10-26', '2026-10-24')).toEqual([])
})
