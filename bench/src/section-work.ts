import { activityContractsOf, contractSort } from '../../server/src/contracts/queries.ts'
import { documentSort, documentsOf } from '../../server/src/documents/queries.ts'
import { invoiceSort, invoicesOf } from '../../server/src/invoices/queries.ts'
import { createAuthenticator } from '../../server/src/kernel/access/scope.ts'
import type { Database, Db } from '../../server/src/kernel/database/db.ts'
import { readPage } from '../../server/src/kernel/database/pagination.ts'
import { elementSort, wikiElementsOf } from '../../server/src/wiki/queries.ts'
import type { BareRead, BareWork } from './bare-server.ts'
import type { Measured } from './measure.ts'
import { recording } from './recorded.ts'
import { owner } from './section-data.ts'

const base = `/api/${owner.company}/${owner.contactId}`

/** The first page of each list for both servers. The baseline server gets the product's own statement and the reply made from it. */
export const sectionWork = async (
  database: Database,
  { connection, url, authorization }: { connection: BareWork['connection']; url: string; authorization: string },
): Promise<{ calls: Measured[]; bare: BareWork }> => {
  const now = new Date()
  const scope = await createAuthenticator(database, () => now).contact(authorization, owner.company, owner.contactId)
  const range = { from: undefined, to: undefined }
  const lists: { name: string; path: string; read: (db: Db) => Promise<unknown> }[] = [
    {
      name: 'activity contracts with their activities',
      path: '/activitycontracts',
      read: db =>
        activityContractsOf(
          db,
          scope,
          { range, active: false, now },
          readPage({}, contractSort, { defaultSort: '-start', id: 'c.id' }),
        ),
    },
    {
      name: 'invoices',
      path: '/invoices',
      read: db =>
        invoicesOf(db, scope, { range }, readPage({}, invoiceSort, { defaultSort: '-invoiceDate', id: 'i.id' })),
    },
    {
      name: 'assets with their properties',
      path: '/wikielements',
      read: db => wikiElementsOf(db, scope, {}, readPage({}, elementSort, { defaultSort: 'folder', id: 'e.id' })),
    },
    {
      name: 'company files',
      path: '/documents',
      read: db =>
        documentsOf(db, scope, undefined, readPage({}, documentSort, { defaultSort: '-createDate', id: 'd.id' })),
    },
  ]
  const reads: Record<string, BareRead> = {}
  for (const { path, read } of lists) {
    const { db, sent } = recording(database)
    await read(db)
    const [statement] = sent
    if (!statement || sent.length !== 1) throw new Error('A list is one statement')
    const answer = await fetch(url + base + path, { headers: { authorization } })
    reads[base + path] = { ...statement, one: false, links: {}, reply: await answer.json() }
  }
  return {
    calls: lists.map(({ name, path }) => ({ name: `first page of ${name}`, path: base + path, query: '' })),
    bare: { connection, reads, writes: {} },
  }
}
