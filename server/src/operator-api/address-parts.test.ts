import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anOperator, openPortal } from '../../test/fixtures/operator.ts'

const app = await testApp()

const parts = { street: 'Via Po 1', postcode: '35100', town: 'Padova', province: 'PD' }
const whole = 'Via Po 1, 35100 Padova (PD)'

/** A contact with this address, and calls that write it. */
const aContact = async (address: object) => {
  const operator = await anOperator(app)
  await openPortal(app, operator)
  const given = { portal: 'p', companyName: 'Rossi' }
  const url = '/contacts/rossi'
  const read = async () => {
    const { address, addressParts } = (await operator('GET', url)).json as Record<string, unknown>
    return [address, addressParts]
  }
  const put = async (address: object) => {
    expect((await operator('PUT', url, { ...given, ...address })).status).toBeLessThan(300)
    return read()
  }
  const patch = async (change: object) => {
    expect((await operator('PATCH', url, change)).status).toBe(200)
    return read()
  }
  await put(address)
  return { read, put, patch, operator, url }
}

test('an address in parts is shown as one, and one of yesterday stays one line', async () => {
  const { read, put } = await aContact({ addressParts: parts })
  expect(await read()).toEqual([whole, parts])
  expect(await put({ address: whole, addressParts: parts })).toEqual([whole, parts])
  expect(await put({ address: 'Via Roma 1, Padova' })).toEqual(['Via Roma 1, Padova', null])
  expect(await put({})).toEqual([null, null])
})

test('a program that knows only one of the two forms changes the address with it', async () => {
  const { put, patch, operator, url } = await aContact({ addressParts: parts })
  expect(await patch({ phone: '0461 555001' })).toEqual([whole, parts])
  expect(await patch({ addressParts: { town: 'Abano' } })).toEqual([
    'Via Po 1, 35100 Abano (PD)',
    { ...parts, town: 'Abano' },
  ])
  expect(await patch({ address: 'Via Roma 1' })).toEqual(['Via Roma 1', null])
  await put({ addressParts: parts })
  expect(await patch({ address: null })).toEqual([null, null])
  await put({ addressParts: parts })
  expect(await patch({ addressParts: null })).toEqual([whole, null])
  // What is read is changed and put back, with the parts that it had.
  await put({ addressParts: parts })
  const { json } = await operator('GET', url)
  expect((await operator('PUT', url, { ...(json as object), address: 'Via Adige 3' })).json).toMatchObject({
    address: 'Via Adige 3',
    addressParts: null,
  })
  expect((await operator('PUT', url, json)).json).toMatchObject({ address: whole, addressParts: parts })
})

test.each([
  [{ street: 'Calle Mayor 1', postcode: '28013', town: 'Madrid', province: 'madrid' }, 'Calle Mayor 1, 28013 Madrid'],
  [{ town: 'Wien', country: 'Austria' }, 'Wien, Austria'],
  [{ province: 'TN' }, 'TN'],
  [{ street: 'Via Po 1' }, 'Via Po 1'],
])('%j is %s', async (addressParts, address) => {
  expect(await (await aContact({ addressParts })).read()).toEqual([address, addressParts])
})
