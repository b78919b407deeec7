import { createHash } from 'node:crypto'
import type { PublishItem, PublishItemChange } from '@portico/contract/staff/publishing'
import { bareNumber } from '../import/bare-number.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { fold } from '../kernel/database/search-words.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { worksForPortal } from '../portals/staff-portal-queries.ts'
import { visibleToStaff } from '../tickets/staff/list-queries.ts'
import { customerOf } from './customer-queries.ts'
import type { ItemChange, ItemRow, StoredPublishFile } from './queries.ts'
import { dateOf, needsOf, openGuesses, totalOf } from './rules.ts'

const urlOf = (file: StoredPublishFile, { staffSessionId }: StaffScope): string =>
  `/api/staff/publish/files/${file.id}/${encodeURIComponent(file.name)}?n=${staffSessionId}`

const lettersOf = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '')

const isSameName = (one: string, other: string): boolean => {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

/** What in the file contradicts the chosen customer; null if nothing does. */
const mismatchOf = (row: ItemRow): PublishItem['mismatch'] => {
  const { customer, facts, matches, choices } = row
  if (!customer || row.kind === 'publicFile') return null
  if (facts.read) {
    const own = [customer.vatNumber, customer.fiscalCode].filter(number => number !== null).map(bareNumber)
    if (own.some(number => facts.clientNumbers?.includes(number))) return null
    const { client } = facts.read
    if (own.length === 0 && isSameName(customer.companyName, client.name)) return null
    return { name: client.name || null, number: client.vatNumber ?? client.fiscalCode }
  }
  const [first] = choices
  return first && !matches.includes(customer.id) ? { name: first.companyName, number: null } : null
}

/** What a row lacks before it can be published. */
export const needsOfItem = (row: ItemRow) =>
  needsOf({
    ...row,
    contactId: row.customer?.id ?? null,
    portalId: row.portal?.id ?? null,
    signerCount: row.signers.length,
    isMismatch: mismatchOf(row) !== null && !row.isCustomerConfirmed,
  })

/** Names what a row says; whether it is ticked does not count. */
export const versionOf = (row: ItemRow): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        [row.state, row.kind, row.contactId, row.portalId, row.number, row.date, row.total, row.title, row.ticket?.id],
        [
          row.signers.map(({ webUserId }) => webUserId),
          row.signDays,
          row.guessed,
          row.isCustomerConfirmed,
          row.mayRepeat,
        ],
      ]),
    )
    .digest('base64url')
    .slice(0, 22)

/** A row as its account reads it. */
export const publishItem = (row: ItemRow, scope: StaffScope): PublishItem => {
  const { customer, refusal, file, original, facts } = row
  return {
    id: row.id,
    version: versionOf(row),
    state: row.state,
    fileName: row.fileName,
    size: row.size,
    pages: row.pages,
    url: file && urlOf(file, scope),
    originalUrl: original && urlOf(original, scope),
    inline: file?.inline ?? false,
    electronic: row.recordKey !== null,
    signature: facts.signature ?? null,
    kind: row.kind,
    customer: customer && { id: customer.id, companyName: customer.companyName, portal: customer.portal },
    portal: row.portal,
    foundBy: row.foundBy,
    choices: row.choices.length > 1 ? row.choices : [],
    number: row.number,
    date: dateOf(row),
    total: row.total,
    title: row.title,
    ticket: row.ticket && { id: row.ticket.id, ticketNumber: row.ticket.ticketNumber, title: row.ticket.title },
    signers: row.signers,
    signDays: row.signDays,
    guessed: openGuesses(row),
    needs: row.state === 'open' ? needsOfItem(row) : [],
    held: row.held,
    mismatch: mismatchOf(row),
    read: facts.read ?? null,
    refusal: refusal && {
      code: refusal.code,
      field: refusal.field ?? null,
      customer: refusal.customer ?? null,
      mayRepeat: refusal.code === 'published' && row.recordKey === null && file !== null,
    },
    batchId: row.batchId,
  }
}

/** What an electronic invoice says itself. */
const OWN_WORDS = ['kind', 'number', 'date', 'total'] as const

const requirePeople = async (
  db: Db,
  { portalId, contactId }: ItemRow | ItemChange,
  scope: StaffScope,
  ids: number[],
) => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from membership m
    where m.service_company_id = ${scope.serviceCompanyId} and m.portal_id = ${portalId} and m.contact_id = ${contactId} and m.active
      and m.web_user_id = any(${ids}::bigint[])`)
  if (count !== ids.length) failAt('not_found', 'body.signerIds', 'names somebody who is not there')
}

const requireTicket = async (db: Db, { portalId, contactId }: ItemChange, scope: StaffScope, ticketId: number) => {
  const ticket = await db.maybe(sql`select 1 from ticket t where ${visibleToStaff(scope)} and t.portal_id = ${portalId}
    and t.contact_id = ${contactId} and t.id = ${ticketId}`)
  if (!ticket) failAt('not_found', 'body.ticketId', 'names a ticket that is not there')
}

/** The place of a row after a change. What belongs to another customer is dropped. */
const placeOf = async (db: Db, scope: StaffScope, row: ItemRow, { customerId, portalId }: PublishItemChange) => {
  if (customerId !== undefined && customerId !== null) {
    const customer =
      (await customerOf(db, scope, customerId)) ??
      failAt('not_found', 'body.customerId', 'names a customer who is not there')
    return { contactId: customer.id, portalId: customer.portalId, foundBy: null }
  }
  if (portalId !== undefined && portalId !== null) {
    if (!(await worksForPortal(db, scope, portalId)))
      failAt('not_found', 'body.portalId', 'names a portal that is not there')
    return portalId === row.portalId
      ? { contactId: row.contactId, portalId, foundBy: row.foundBy }
      : { contactId: null, portalId, foundBy: null }
  }
  if (customerId === null) return { contactId: null, portalId: row.portalId, foundBy: null }
  return { contactId: row.contactId, portalId: row.portalId, foundBy: row.foundBy }
}

/** What a row is after somebody has corrected it. Errors: `not_found`, `invalid_request`, `conflict`. */
export const changedItem = async (
  db: Db,
  scope: StaffScope,
  row: ItemRow,
  change: PublishItemChange,
): Promise<ItemChange> => {
  const electronic = row.recordKey !== null
  for (const field of OWN_WORDS)
    if (electronic && change[field] !== undefined)
      failAt('invalid_request', `body.${field}`, 'is what the electronic invoice says')
  if (row.state === 'published') fail('conflict', { detail: 'It is published already.' })
  if (row.state === 'refused' && !(change.again && row.refusal?.code === 'published' && !electronic && row.file))
    fail('conflict', { detail: 'The file was not taken.' })
  const kind = change.kind ?? row.kind
  if (kind === 'documentToSign' && row.file?.mediaType !== 'application/pdf')
    failAt('invalid_request', 'body.kind', 'takes a PDF')
  const place = await placeOf(db, scope, row, change)
  const isSameCustomer = place.contactId === row.contactId
  const known: Record<string, unknown> = { ...change, customer: change.customerId }
  const item: ItemChange = {
    state: 'open',
    kind,
    ...place,
    number: change.number === undefined ? row.number : change.number || null,
    date: change.date ?? row.date,
    total: totalOf(kind, change.total ?? row.total),
    title: change.title === undefined ? row.title : change.title || null,
    ticketId: change.ticketId === undefined ? (isSameCustomer ? (row.ticket?.id ?? null) : null) : change.ticketId,
    signerIds: change.signerIds ?? (isSameCustomer ? row.signers.map(({ webUserId }) => webUserId) : []),
    signDays: change.signDays ?? row.signDays,
    guessed: change.confirmed ? [] : row.guessed.filter(field => known[field] === undefined),
    held: change.held ?? row.held,
    isCustomerConfirmed: place.contactId !== null && (change.confirmed ?? (isSameCustomer && row.isCustomerConfirmed)),
    mayRepeat: change.again ?? row.mayRepeat,
  }
  if (item.signerIds.length > 0) await requirePeople(db, item, scope, item.signerIds)
  if (item.ticketId !== null) await requireTicket(db, item, scope, item.ticketId)
  return item
}
