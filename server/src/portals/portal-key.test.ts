import { expect, test } from 'vitest'
import { findPortalKeyFault } from './portal-key.ts'

test.each(['brenta', 'b2', '24-7', 'x'.repeat(40)])('%s may be a portal key', key => {
  expect(findPortalKeyFault(key)).toBeUndefined()
})

test.each(['', 'b', 'Brenta', 'brenta_energia', 'è-qui', 'x'.repeat(41), 'a\n'])('%j has the wrong form', key => {
  expect(findPortalKeyFault(key)).toMatch(/2 to 40/)
})

test.each(['login', 'api', 'tickets', 'recurringadvances', 'me', 'publicfiles'])('%s is reserved', key => {
  expect(findPortalKeyFault(key)).toMatch(/reserved/)
})
