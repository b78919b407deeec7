import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffContracts as en } from '../../../text/en/staff/records/contracts.ts'
import { staffContracts as es } from '../../../text/es/staff/records/contracts.ts'
import { staffContracts as it } from '../../../text/it/staff/records/contracts.ts'
import { startTexts } from '../../../text/texts.ts'
import { ContractFacts } from './contract-facts.tsx'

afterEach(cleanup)

const texts = {
  it: async () => ({ staffContracts: it }),
  en: async () => ({ staffContracts: en }),
  es: async () => ({ staffContracts: es }),
}

test.each([
  ['2026-06-18T10:00:00Z', 'Termina', 'tra 12 giorni'],
  ['2026-06-29T10:00:00Z', 'Termina', 'tra 1 giorno'],
  ['2026-06-30T08:00:00Z', 'Termina', 'oggi'],
  ['2026-06-30T22:30:00Z', 'Terminato', undefined],
])('an end on 30 June, seen on %s: %s %s', async (now, title, left) => {
  await startTexts('it-IT', texts)
  const facts: Partial<StaffContract> = {
    ...{ kind: 'service', allowance: null, activities: [], openingUsed: null, documents: [], packageList: [] },
    ...{ startsOn: '2025-06-30T22:00:00Z', endsOn: '2026-06-30T21:59:59Z' },
  }
  const { container } = render(<ContractFacts contract={facts as StaffContract} now={Date.parse(now)} />)
  const last = container.querySelector('.record-facts > :last-child')
  expect(last?.querySelector('dt')?.textContent).toBe(title)
  expect(last?.querySelector('.fact-line')?.textContent).toBe(left)
})
