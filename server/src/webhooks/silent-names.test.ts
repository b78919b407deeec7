import { lookup } from 'node:dns/promises'
import { expect, test, vi } from 'vitest'
import { allowedAddresses } from './public-address.ts'

vi.mock('node:dns/promises', () => ({ lookup: vi.fn() }))

test('names whose servers are silent hold two threads at most, addresses none', async () => {
  const answers: (() => void)[] = []
  const found = [{ address: '93.184.215.14', family: 4 }]
  vi.mocked(lookup).mockImplementation((() => new Promise(resolve => answers.push(() => resolve(found)))) as never)
  const asked = Array.from({ length: 9 }, (_, n) => allowedAddresses(new URL(`https://silent-${n}.example/`), false))
  expect(await allowedAddresses(new URL('https://93.184.215.14/'), false)).toEqual(found)
  expect(answers).toHaveLength(2)
  for (let n = 0; n < 9; n++) {
    answers[n]?.()
    expect(await asked[n]).toEqual(found)
  }
  expect(answers).toHaveLength(9)
})
