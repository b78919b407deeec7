import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listWikiElements } from '@portico/contract/wiki'
import { afterAll, expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aUser, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { workers } from '../../test/servers/workers.ts'
import { importFile } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, storage } = app
const folder = await mkdtemp(join(tmpdir(), 'portico-import-wiki-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await mkdir(join(folder, 'files'))
await writeFile(join(folder, 'files', 'rack.png'), png)
await writeFile(join(folder, 'files', 'vuoto.pdf'), '')

type Fields = Record<string, unknown>
const importLines = async (lines: Fields[]) => {
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, lines.map(line => JSON.stringify(line)).join('\n'))
  return importFile(
    { database, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} },
    path,
  )
}

/** A user whose contact lines can reference as `contact`, with the lines of a folder and an asset. */
const aFedContact = async () => {
  const person = await aUser(database)
  const contact = `contact-${person.contactId}`
  await database.run(sql`update contact set external_id = ${contact} where id = ${person.contactId}`)
  const element = `nas-${person.contactId}`
  const wiki = { type: 'wikiFolder', externalId: contact, contact, name: 'Sala server' }
  const asset = { type: 'wikiElement', externalId: element, folder: contact, name: 'NAS' }
  let n = 0
  const property = (fields: Fields): Fields => {
    n += 1
    return { type: 'wikiProperty', externalId: `${element}-${n}`, element, typologyName: 'Voce', ...fields }
  }
  expect((await importLines([wiki, asset])).created).toBe(2)
  return { person, property }
}

const propertiesOf = async (person: Person) => {
  const [asset] = (await (await app.as(person))(listWikiElements, { params: person.here })).body
  return asset?.properties.map(({ id: _, url, ...property }) => ({ ...property, url: url !== null })) ?? []
}
const text = (typologyName: string, value: string) => ({ typologyName, dataType: 'Text', value, url: false })

test('properties are imported in their order, dates as days, files with their content; a second import changes nothing', async () => {
  const { person, property } = await aFedContact()
  const lines = [
    property({ typologyName: ' Garanzia ', value: '2028-03-14', dataType: 'Date', position: 3 }),
    property({ typologyName: 'Modello', value: ' RS822+ ', position: 1 }),
    property({ typologyName: 'Foto', file: { path: 'files/rack.png' }, position: 4 }),
    property({ typologyName: 'Manuale', value: 'https://example.org/nas', dataType: 'Link', position: 2 }),
  ]
  expect(await importLines(lines)).toMatchObject({ created: 4, refused: [] })
  expect(await propertiesOf(person)).toEqual([
    text('Modello', 'RS822+'),
    { typologyName: 'Manuale', dataType: 'Link', value: 'https://example.org/nas', url: false },
    { typologyName: 'Garanzia', dataType: 'Date', value: '2028-03-14', url: false },
    { typologyName: 'Foto', dataType: 'File', value: 'rack.png', url: true },
  ])
  const keys = await app.storedKeys()
  expect(await importLines(lines)).toMatchObject({ created: 0, changed: 0, unchanged: 4, refused: [] })
  expect(await app.storedKeys()).toEqual(keys)
})

test('a file that became a value is removed, and the property is found by its words', async () => {
  const { person, property } = await aFedContact()
  const line = property({ file: { path: 'files/rack.png' } })
  await importLines([line])
  const before = (await app.storedKeys()).length
  const { file: _, ...rest } = line
  expect(await importLines([{ ...rest, value: 'Armadio 4' }])).toMatchObject({ changed: 1, refused: [] })
  expect(await app.storedKeys()).toHaveLength(before - 1)
  expect(await propertiesOf(person)).toEqual([text('Voce', 'Armadio 4')])
  const found = await (await app.as(person))(listWikiElements, { params: person.here, query: { q: 'armadio' } })
  expect(found.body).toHaveLength(1)
})

test("an asset's file can be opened while its reader may see the wiki", async () => {
  const { person, property } = await aFedContact()
  await importLines([property({ file: { path: 'files/rack.png' } })])
  const [asset] = (await (await app.as(person))(listWikiElements, { params: person.here })).body
  const url = asset?.properties[0]?.url ?? ''
  const opened = await app.http.inject({ url })
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/png'])
  await setFlags(database, person, { viewContactWiki: false })
  expect((await app.http.inject({ url })).statusCode).toBe(404)
})

test('invalid lines are refused with their field, and the valid ones imported', async () => {
  const { person, property } = await aFedContact()
  const stranger = await aFedContact()
  const wrong: [Fields, string][] = [
    [{ typologyName: 'Voce' }, 'value or file'],
    [{ value: ' ' }, 'value'],
    [{ value: 'x', typologyName: '' }, 'typologyName'],
    [{ value: 'x', dataType: 'File' }, 'dataType'],
    [{ value: 'x', dataType: 'Colore' }, 'dataType'],
    [{ value: 'domani', dataType: 'Date' }, 'value'],
    [{ value: '2026-02-30', dataType: 'Date' }, 'value'],
    [{ value: 'javascript:alert(1)', dataType: 'Link' }, 'value'],
    [{ value: 'x', file: { path: 'files/rack.png' } }, 'file'],
    [{ dataType: 'Date', file: { path: 'files/rack.png' } }, 'file'],
    [{ file: { path: 'files/nothing.pdf' } }, 'file.path'],
    [{ file: { path: '../lines.jsonl' } }, 'file.path'],
    [{ file: { path: 'files/vuoto.pdf' } }, 'file'],
    [{ value: 'x', position: -1 }, 'position'],
    [{ value: 'x', element: 'no-such-asset' }, 'element'],
    [{ value: 'x', element: `nas-${stranger.person.contactId}`, serviceCompany: 'no-such-company' }, 'serviceCompany'],
  ]
  const keys = await app.storedKeys()
  const report = await importLines([...wrong.map(([fields]) => property(fields)), property({ value: 'buona' })])
  expect(report.refused.map(({ field }) => field)).toEqual(wrong.map(([, field]) => field))
  expect(report.created).toBe(1)
  expect(await app.storedKeys()).toEqual(keys)
  expect(await propertiesOf(person)).toEqual([text('Voce', 'buona')])
})
