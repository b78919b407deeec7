import type { TicketListed } from '@portico/contract/tickets'
import { createAuthenticator, type Scope } from '../../server/src/kernel/access/scope.ts'
import { type Database, type Db, tx } from '../../server/src/kernel/database/db.ts'
import { readPage } from '../../server/src/kernel/database/pagination.ts'
import { recordEvent } from '../../server/src/kernel/database/record-event.ts'
import { type TicketFilter, ticketSort, ticketsOf } from '../../server/src/tickets/list-queries.ts'
import { openTicketNames } from '../../server/src/tickets/names/name-queries.ts'
import { commentOf, insertComment, insertTicket, lockTicket, ticketOf } from '../../server/src/tickets/queries.ts'
import type { BareRead, BareWork, BareWrite } from './bare-server.ts'
import { reader } from './data.ts'
import type { Measured } from './measure.ts'
import { recording } from './recorded.ts'

const base = `/api/${reader.company}/${reader.contactId}`
const search = 'stampante'
const newTicket = {
  title: 'Stampante ferma in reparto',
  description: '<p>Da questa mattina non stampa più nulla.</p>',
  taskTypeId: 1,
}
const text = 'Da questa mattina non stampa più nulla.'
const newComment = (taskId: number) => ({ taskId, message: '<p>Abbiamo provato a riavviare, senza esito.</p>' })

/** The measured calls. The baseline server gets the product's own statements, so that it replies with the same bytes. */
export const workOf = async (
  database: Database,
  connection: BareWork['connection'],
  authorization: string,
): Promise<{ calls: Measured[]; bare: BareWork }> => {
  const now = new Date()
  const scope: Scope = await createAuthenticator(database, () => now).contact(
    authorization,
    reader.company,
    reader.contactId,
  )
  const everything = { range: { from: undefined, to: undefined }, open: false }
  const page = readPage({}, ticketSort, { defaultSort: '-createdOn', id: 't.id' })
  // Names that are in memory cost no statement.
  const findNames = openTicketNames()
  const pageOf = async (db: Db, filter: Omit<TicketFilter, 'range' | 'open'>): Promise<TicketListed[]> => {
    const { text } = await ticketsOf({ db, findNames }, scope, { ...everything, ...filter }, page, now)
    return JSON.parse(text)
  }
  const [first] = await pageOf(database, { raisedBy: [scope.webUserId] })
  const ticketId = first?.id ?? 0

  const read = async (work: (db: Db) => Promise<unknown>): Promise<BareRead> => {
    await work(database)
    const { db, sent } = recording(database)
    const reply = await work(db)
    const [statement] = sent
    if (!statement || sent.length !== 1) throw new Error('A read is one statement')
    return { ...statement, one: false, links: {}, reply }
  }
  // The data have no files.
  const withUrls = (_files: unknown, html: string) => ({ attachments: [], html })
  const write = async (body: object, work: (db: Db) => Promise<number | undefined>): Promise<BareWrite> =>
    tx(database, async inner => {
      const { db, sent } = recording(inner)
      const number = await work(db)
      return { statements: sent, number, body: JSON.stringify(body) }
    })

  const createdTicket = await write(newTicket, async db => {
    const { title, description, taskTypeId } = newTicket
    const id = await insertTicket(db, scope, { title, description, text, taskTypeId, wikiElementId: null, now })
    await recordEvent(db, scope, { type: 'ticket.created', ticketId: id }, now)
    return (await ticketOf({ db, findNames, withUrls }, scope, id, now))?.ticketNumber
  })
  const createdComment = await write(newComment(ticketId), async db => {
    await lockTicket(db, scope, ticketId)
    const id = await insertComment(db, scope, { ticketId, message: newComment(ticketId).message, text, now })
    await recordEvent(db, scope, { type: 'comment.created', ticketId }, now)
    await commentOf({ db, findNames, withUrls }, scope, id)
    return undefined
  })

  // After the writes, which the product's answers have, too.
  const list = await read(db => pageOf(db, { raisedBy: [scope.webUserId] }))
  const ticket = await read(db => ticketOf({ db, findNames, withUrls }, scope, ticketId, now))
  const found = await read(db => pageOf(db, { q: search }))

  const paths = {
    list: `${base}/tickets`,
    ticket: `${base}/tickets/${ticketId}`,
    search: `${base}/tickets/all`,
    comments: `${base}/comments`,
  }
  return {
    calls: [
      { name: 'first page of my tickets', path: paths.list, query: '' },
      { name: 'a ticket with its conversation', path: paths.ticket, query: '' },
      { name: 'header search', path: paths.search, query: `?q=${search}` },
      { name: 'new ticket', path: paths.list, query: '', body: () => JSON.stringify(newTicket) },
      { name: 'new comment', path: paths.comments, query: '', body: () => JSON.stringify(newComment(ticketId)) },
    ],
    bare: {
      connection,
      reads: { [paths.list]: list, [paths.ticket]: ticket, [paths.search]: found },
      writes: { [paths.list]: createdTicket, [paths.comments]: createdComment },
    },
  }
}
