import { createHash } from 'node:crypto'
import type { GuessedField, PublishFind } from '@portico/contract/staff/publishing'
import { bareNumber } from '../import/bare-number.ts'
import { drawInvoice, readInvoices as readInvoicesTask } from '../import/fatturapa/fatturapa-tasks.ts'
import { externalIdOf, MAX_INVOICE_BYTES, originalName, stemOf } from '../import/fatturapa/import-fatturapa.ts'
import type { ElectronicInvoice, Party } from '../import/fatturapa/read-fatturapa.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import type { ReceivedFile } from '../kernel/files/receive-file.ts'
import { isDay } from '../kernel/time/date-range.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../kernel/workers/worker-pool.ts'
import { amountMax } from '../records/definition/fields.ts'
import { customersWithNumbers, type FoundCustomer, publishedFor } from './customer-queries.ts'
import type { ItemFacts, NewItem } from './queries.ts'
import { type FileFault, faultOfInvoice } from './refusal-codes.ts'

/** Most invoices of one file. */
const INVOICES_MAX = 50

/** A row before its files are stored; `page` is the readable document of an invoice. */
export type ReadItem = {
  item: Omit<NewItem, 'fileName' | 'size'>
  page?: { name: string; content: Buffer; sha256: string }
}

/** The rows of a file with the name of its original, or why it is not taken. */
export type ReadRows = { rows: ReadItem[]; originalName: string } | { fault: FileFault }

const numbersOf = ({ vatCountry = '', vatCode, fiscalCode }: Party): string[] => {
  const vat = vatCode === undefined ? [] : [`${vatCountry}${vatCode}`, ...(vatCountry === 'IT' ? [] : [vatCode])]
  return [...new Set([...vat, ...(fiscalCode === undefined ? [] : [fiscalCode])].map(bareNumber))].filter(Boolean)
}

const partyOf = ({ name, vatCountry = '', vatCode, fiscalCode }: Party) => ({
  name,
  vatNumber: vatCode === undefined ? null : `${vatCountry}${vatCode}`,
  fiscalCode: fiscalCode ?? null,
})

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (text: string | undefined): string | null =>
  text !== undefined && DAY.test(text) && isDay(text) ? text : null

const factsOf = (invoice: ElectronicInvoice, warnings: string[], isSigned: boolean): ItemFacts => {
  const [payment] = invoice.payments
  return {
    read: {
      documentType: invoice.documentType,
      supplier: partyOf(invoice.supplier),
      client: partyOf(invoice.client),
      dueOn: dayIn(payment?.due),
      payment: payment?.how ?? null,
      iban: payment?.iban ?? null,
    },
    clientNumbers: numbersOf(invoice.client),
    ...(isSigned && {
      signature: {
        expired: warnings.some(warning => warning.includes('valid until')),
        selfSigned: warnings.some(warning => warning.includes('nobody else vouches')),
      },
    }),
  }
}

/** How a customer has the numbers of a file. */
export const foundByNumber = ({ vatNumber }: FoundCustomer, numbers: string[]): PublishFind =>
  vatNumber !== null && numbers.includes(bareNumber(vatNumber)) ? 'vatNumber' : 'fiscalCode'

/** The columns of the customer: the only one that was found, or none to be chosen among several. */
export const customerColumns = (found: FoundCustomer[], foundBy: (customer: FoundCustomer) => PublishFind) => {
  const [only, ...others] = found
  const matches = found.map(({ id }) => id)
  if (!only || others.length > 0) return { matches }
  return { matches, contactId: only.id, portalId: only.portalId, foundBy: foundBy(only) }
}

type Deps = { database: Db; workers: WorkerPool; now: Date }

/**
 * Reads the electronic invoices of a file in a worker process and draws their readable documents. Throws `WorkerQueueFull` if too many files
 * are being read.
 */
export const readInvoices = async (
  { database, workers, now }: Deps,
  scope: StaffScope,
  file: ReceivedFile,
  content: () => Promise<Buffer>,
): Promise<ReadRows> => {
  if (file.size > MAX_INVOICE_BYTES) return { fault: { code: 'tooLarge' } }
  const caller = { serviceCompanyId: scope.serviceCompanyId }
  const rowOf = async (invoice: ElectronicInvoice, page: { name: string }, facts: ItemFacts): Promise<ReadItem> => {
    const numbers = facts.clientNumbers ?? []
    const recordKey = externalIdOf(invoice)
    const published = await publishedFor(database, scope, { recordKey, now })
    const day = dayIn(invoice.date)
    if (day === null) return { item: { state: 'refused', refusal: { code: 'incomplete', field: 'Data' } } }
    if (Math.abs(invoice.total) > amountMax)
      return { item: { state: 'refused', refusal: { code: 'incomplete', field: 'ImportoTotaleDocumento' } } }
    const drawn = Buffer.from(await workers.run(drawInvoice, () => ({ invoice, original: file.name }), caller))
    const found = numbers.length > 0 ? await customersWithNumbers(database, scope, numbers) : []
    return {
      item: {
        state: published ? 'refused' : 'open',
        refusal: published ? { code: 'published', customer: published.customer } : null,
        recordKey,
        facts,
        kind: invoice.total < 0 ? 'creditNote' : 'invoice',
        number: invoice.number,
        day,
        total: invoice.total,
        guessed: [] as GuessedField[],
        ...customerColumns(found, customer => foundByNumber(customer, numbers)),
      },
      page: { ...page, content: drawn, sha256: createHash('sha256').update(drawn).digest('hex') },
    }
  }

  try {
    const read = await workers.run(readInvoicesTask, async () => ({ file: await content(), now }), caller)
    if ('refused' in read) return { fault: faultOfInvoice({ field: read.refused.field, reason: read.refused.reason }) }
    if (read.invoices.length > INVOICES_MAX) return { fault: { code: 'tooManyInvoices' } }
    const rows: ReadItem[] = []
    for (const [n, invoice] of read.invoices.entries()) {
      const nth = read.invoices.length > 1 ? `-${n + 1}` : ''
      rows.push(
        'refused' in invoice
          ? { item: { state: 'refused', refusal: faultOfInvoice({ ...invoice.refused }) } }
          : await rowOf(
              invoice,
              { name: `${stemOf(file.name)}${nth}.pdf` },
              factsOf(invoice, read.warnings, read.isSigned),
            ),
      )
    }
    return { rows, originalName: originalName(file.name, read) }
  } catch (error) {
    if (error instanceof WorkerLimitExceeded) return { fault: { code: 'tooMuch' } }
    throw error
  }
}
