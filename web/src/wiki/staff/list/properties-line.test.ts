import { expect, test } from 'vitest'
import { numericDay } from '../../../text/format.ts'
import { propertiesLine } from './properties-line.ts'

test('the list of assets writes days as everywhere', () => {
  const line = propertiesLine(
    [
      { typologyName: 'Portata', dataType: 'Text', value: '5 t' },
      { typologyName: 'Verifica', dataType: 'Date', value: '2027-01-21' },
    ],
    instant => numericDay(instant, { timeZone: 'Europe/Rome' }),
  )
  expect(line).toBe('Portata: 5 t · Verifica: 21/01/2027')
})
