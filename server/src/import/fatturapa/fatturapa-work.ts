import { Refusal, type Refused, refusedOf } from '../../records/definition/refusal.ts'
import { invoicePage } from './fatturapa-page.ts'
import { unsign } from './fatturapa-signed.ts'
import { type ElectronicInvoice, invoicesIn } from './read-fatturapa.ts'
import { readXml } from './read-xml.ts'

/** The invoices of a file, or why one cannot be read; whether the file is signed; and warnings about its signers. */
export type ReadInvoices = { invoices: (ElectronicInvoice | Refused)[]; isSigned: boolean; warnings: string[] }

/** The implementation of the task `readInvoices`; runs in a worker process. */
export const readInvoices = ({ file, now }: { file: Uint8Array; now: Date }): ReadInvoices | Refused => {
  try {
    const original = Buffer.from(file.buffer, file.byteOffset, file.length)
    const { content, warnings } = unsign(original, now)
    const invoices = invoicesIn(readXml(content)).map(one => (one instanceof Refusal ? refusedOf(one) : one))
    return { invoices, isSigned: content !== original, warnings }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusedOf(error)
  }
}

/** The implementation of the task `drawInvoice`; runs in a worker process. */
export const drawInvoice = ({ invoice, original }: { invoice: ElectronicInvoice; original: string }) =>
  invoicePage(invoice, original)
