import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  changeAssetTemplate,
  changeStaffAsset,
  listAssetFolders,
  listAssetTemplates,
  listStaffAssets,
  makeAssetTemplate,
  makeStaffAsset,
  readStaffAsset,
  removeAssetFolder,
  removeAssetTemplate,
  removeStaffAsset,
  renameAssetFolder,
} from '@portico/contract/staff/records/assets'
import { listWikiElements } from '@portico/contract/wiki'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aServiceContract } from '../../../test/fixtures/contracts.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, aUser, aWikiElement, type Person } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'

const app = await testApp()
const { database } = app

const office = async ({ serviceCompanyId }: Person, given: object = {}) => {
  const headers = await staffHeaders(app, await aStaffAccount(app, { serviceCompanyId, role: 'office', ...given }))
  const call: typeof app.call = (endpoint, sent = {}) =>
    app.call(endpoint, { ...sent, headers: { ...headers, ...sent.headers } } as never)
  return { headers, call }
}
const seenBy = async (person: Person) => (await (await app.as(person))(listWikiElements, { params: person.here })).body
const text = (typologyName: string, value: string) => ({ typologyName, dataType: 'Text' as const, value })

test('an asset with a new folder, values and a file, changed and removed; the customer sees it', async () => {
  const person = await aUser(database)
  const { call, headers } = await office(person)
  const content = await aPdf({ text: 'Manuale' })
  const upload = await uploadWith(app, headers, uploadPublishedFile.path, { filename: 'manuale.pdf', content })
  const { status, body: made } = await call(makeStaffAsset, {
    headers: { 'idempotency-key': 'one' },
    body: {
      contactId: person.contactId,
      name: 'Stampante ufficio',
      folderName: 'Uffici',
      properties: [
        text('Modello', 'Zebra ZT411'),
        { typologyName: 'Acquisto', dataType: 'Date', value: '2026-03-02' },
        text('Vuota', '  '),
        { typologyName: 'Manuale', dataType: 'File', uploadId: upload.id },
      ],
    },
  })
  expect(status).toBe(201)
  expect(made).toMatchObject({
    name: 'Stampante ufficio',
    folderName: 'Uffici',
    outsideId: null,
    properties: [
      { typologyName: 'Modello', value: 'Zebra ZT411', url: null },
      { typologyName: 'Acquisto', dataType: 'Date', value: '2026-03-02' },
      { typologyName: 'Manuale', dataType: 'File', value: 'manuale.pdf' },
    ],
  })
  const [seen] = await seenBy(person)
  expect(seen).toMatchObject({ name: 'Stampante ufficio', properties: [{}, {}, { value: 'manuale.pdf' }] })
  const [model, , manual] = made.properties
  expect((await app.http.inject({ url: manual?.url ?? '', headers })).rawPayload.equals(content)).toBe(true)

  const params = { assetid: made.id }
  const current = { 'if-match': `"${made.version}"` }
  const properties = [
    { id: manual?.id ?? 0, typologyName: 'Manuale d’uso', dataType: 'File' as const },
    { id: model?.id ?? 0, ...text('Modello', 'Zebra ZT421') },
    text('Matricola', '18J'),
  ]
  const changed = await call(changeStaffAsset, { params, headers: current, body: { folderName: 'uffici', properties } })
  expect(changed.body.properties).toMatchObject([
    { id: manual?.id, typologyName: 'Manuale d’uso', value: 'manuale.pdf' },
    { id: model?.id, value: 'Zebra ZT421' },
    { typologyName: 'Matricola' },
  ])
  const url = changed.body.properties[0]?.url ?? ''
  expect((await app.http.inject({ url, headers })).rawPayload.equals(content)).toBe(true)
  // The folder of this name was there.
  expect((await call(listAssetFolders, { query: { contact: person.contactId } })).body).toMatchObject([
    { name: 'Uffici', assets: 1 },
  ])
  const stale = await call(changeStaffAsset, { params, headers: current, body: { name: 'X' } })
  expect(stale.problem).toMatchObject({ status: 409, code: 'conflict' })

  const contractId = await aServiceContract(database, person, { wikiElementIds: [made.id] })
  expect((await call(readStaffAsset, { params })).body.contracts).toMatchObject([{ id: contractId }])
  expect((await call(removeStaffAsset, { params })).problem).toMatchObject({ status: 409, code: 'conflict' })
  const free = (await aWikiElement(database, person, { folder: 'B', name: 'Libero' })).id
  expect((await call(removeStaffAsset, { params: { assetid: free } })).status).toBe(204)
  expect(await seenBy(person)).toHaveLength(1)
})

test.each([
  [{ name: ' ' }, 400, 'body.name'],
  [{ folderName: ' ' }, 422, 'body.folderName'],
  [{ folderName: undefined, folderId: 999_999_999 }, 404, 'body.folderId'],
  [
    { properties: [text('A', 'b'), { typologyName: 'D', dataType: 'Date', value: 'ieri' }] },
    400,
    'body.properties.1.value',
  ],
  [
    { properties: [{ typologyName: 'L', dataType: 'Link', value: 'javascript:alert(1)' }] },
    400,
    'body.properties.0.value',
  ],
  [{ properties: [text(' ', 'b')] }, 400, 'body.properties.0.typologyName'],
  [{ properties: [{ id: 5, ...text('A', 'b') }] }, 404, 'body.properties.0.id'],
  [{ properties: [{ typologyName: 'F', dataType: 'File', uploadId: 999_999_999 }] }, 404, 'body.properties.0.uploadId'],
])('an asset with %o is refused at its field', async (fault, status, path) => {
  const person = await aUser(database)
  const { call } = await office(person)
  const body = { contactId: person.contactId, name: 'A', folderName: 'F', properties: [], ...fault } as never
  expect((await call(makeStaffAsset, { body })).problem).toMatchObject({ status, errors: [{ path }] })
  expect(await seenBy(person)).toEqual([])
})

test('the search over all customers finds folder, name, property and customer', async () => {
  const person = await aUser(database)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const { call } = await office(person)
  const make = async (contactId: number, name: string, value: string) =>
    (
      await call(makeStaffAsset, {
        body: { contactId, name, folderName: 'Sala', properties: [text('Matricola', value)] },
      })
    ).body.id
  const nas = await make(person.contactId, 'NAS', '2150QWR')
  const ups = await make(other.contactId, 'UPS', 'R-77')
  const found = async (query: object) => {
    const { body, headers } = await call(listStaffAssets, { query: { ...query, count: '1' } })
    expect(headers['total-count']).toBe(String(body.length))
    return body.map(({ id }) => id)
  }
  expect(await found({})).toEqual([nas, ups])
  expect(await found({ q: '2150' })).toEqual([nas])
  expect(await found({ q: 'sala ups' })).toEqual([ups])
  expect(await found({ q: other.companyName.slice(3) })).toEqual([ups])
  expect(await found({ q: '???' })).toEqual([])
  expect(await found({ contact: other.contactId })).toEqual([ups])
  expect(await found({ portal: person.company })).toEqual([nas])
  const stranger = await office(await aUser(database))
  expect((await stranger.call(listStaffAssets, { query: { q: '2150' } })).body).toEqual([])
})

test('a folder is renamed, and removed once it is empty', async () => {
  const person = await aUser(database)
  const { call } = await office(person)
  const { id, folderId } = await aWikiElement(database, person, { folder: 'Sala', name: 'NAS' })
  const params = { folderid: folderId }
  expect((await call(renameAssetFolder, { params, body: { name: 'Sala server' } })).body.name).toBe('Sala server')
  expect((await seenBy(person))[0]?.folderName).toBe('Sala server')
  const stale = { 'if-match': '"x"' }
  expect((await call(renameAssetFolder, { params, headers: stale, body: { name: 'Y' } })).status).toBe(409)
  expect((await call(removeAssetFolder, { params })).problem).toMatchObject({ status: 409, code: 'conflict' })
  await call(removeStaffAsset, { params: { assetid: id } })
  expect((await call(removeAssetFolder, { params })).status).toBe(204)
})

test('templates are of one company; their names and the names of their properties are told apart', async () => {
  const person = await aUser(database)
  const { call } = await office(person)
  const properties = [
    { typologyName: 'Modello', dataType: 'Text' as const },
    { typologyName: 'Manuale', dataType: 'File' as const },
  ]
  const { body: made } = await call(makeAssetTemplate, { body: { name: 'Stampante', properties } })
  expect(made).toMatchObject({ name: 'Stampante', properties })
  const taken = await call(makeAssetTemplate, { body: { name: 'stampante', properties } })
  expect(taken.problem).toMatchObject({ status: 409, errors: [{ path: 'body.name' }] })
  const twice = await call(makeAssetTemplate, {
    body: { name: 'B', properties: [properties[0], properties[0]] as never },
  })
  expect(twice.problem).toMatchObject({ status: 400, errors: [{ path: 'body.properties.1.typologyName' }] })
  const params = { templateid: made.id }
  const headers = { 'if-match': `"${made.version}"` }
  const changed = await call(changeAssetTemplate, { params, headers, body: { name: 'Stampante laser' } })
  expect(changed.body).toMatchObject({ name: 'Stampante laser', properties })
  expect((await call(changeAssetTemplate, { params, headers, body: { name: 'X' } })).status).toBe(409)
  const stranger = await office(await aUser(database))
  expect((await stranger.call(listAssetTemplates, {})).body).toEqual([])
  expect((await stranger.call(changeAssetTemplate, { params, body: { name: 'X' } })).status).toBe(404)
  expect((await stranger.call(removeAssetTemplate, { params })).status).toBe(404)
  const technician = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'technician' }),
  )
  expect((await technician(listAssetTemplates, {})).body).toHaveLength(1)
  expect((await technician(makeAssetTemplate, { body: { name: 'C', properties } })).status).toBe(403)
  expect((await call(removeAssetTemplate, { params })).status).toBe(204)
})

test('templates are records of the company', async () => {
  const person = await aUser(database)
  const { call } = await office(person)
  const operator = await anOperator(app, person)
  const properties = [text('Modello', ''), text('Numero', '')].map(({ typologyName, dataType }) => ({
    ...{ typologyName, dataType },
  }))
  expect((await operator('PUT', '/assetTemplates/router', { name: 'Router', properties })).status).toBe(201)
  expect((await call(listAssetTemplates)).body).toMatchObject([{ name: 'Router', properties }])
  const other = await operator('PUT', '/assetTemplates/altro', { name: 'ROUTER', properties })
  expect(other.problem).toMatchObject({ status: 409, errors: [{ path: 'body.name' }] })
  const twice = await operator('PATCH', '/assetTemplates/router', { properties: [...properties, properties[0]] })
  expect(twice.problem).toMatchObject({ status: 400, errors: [{ path: 'body.properties.2.typologyName' }] })
  expect((await operator('DELETE', '/assetTemplates/router')).status).toBe(204)
  expect((await call(listAssetTemplates)).body).toEqual([])
})

test('nobody reaches assets and folders of another company or beyond the portals', async () => {
  const person = await aUser(database)
  const { id, folderId } = await aWikiElement(database, person, { folder: 'Sala', name: 'NAS' })
  const elsewhere = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const { call: own } = await office(person)
  // A folder of another customer.
  const crossed = { contactId: elsewhere.contactId, name: 'A', folderId, properties: [] }
  expect((await own(makeStaffAsset, { body: crossed })).status).toBe(404)
  for (const { call } of [
    await office(await aUser(database)),
    await office(person, { portalIds: [elsewhere.portalId] }),
  ]) {
    const answers = [
      await call(readStaffAsset, { params: { assetid: id } }),
      await call(changeStaffAsset, { params: { assetid: id }, body: { name: 'X' } }),
      await call(removeStaffAsset, { params: { assetid: id } }),
      await call(listAssetFolders, { query: { contact: person.contactId } }),
      await call(renameAssetFolder, { params: { folderid: folderId }, body: { name: 'X' } }),
      await call(removeAssetFolder, { params: { folderid: folderId } }),
      await call(makeStaffAsset, { body: { contactId: person.contactId, name: 'A', folderName: 'F', properties: [] } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  }
})
