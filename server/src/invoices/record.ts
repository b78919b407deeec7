import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { sniffElectronicInvoice } from '../kernel/files/file-kind.ts'
import { Amount, Name, parents, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { dayColumn } from '../records/definition/select-fragments.ts'
import { withdrawal } from '../records/definition/withdrawal.ts'

/** The original of an electronic invoice. */
const electronicInvoice = {
  sniff: sniffElectronicInvoice,
  refused: 'is no electronic invoice: XML (.xml) or a signed file (.p7m)',
}

/** An invoice with its PDF and, if it is electronic, its original. */
export const invoiceRecord = defineRecordType({
  type: 'invoice',
  table: 'invoice',
  level: 'contact',
  fields: {
    contact: Reference,
    documentNumber: Name,
    total: Amount,
    invoiceDate: When,
    file: NamedFile,
    original: Type.Optional(NamedFile),
    openAmount: Type.Optional(Amount),
    ...withdrawal.fields,
  },
  descriptions: {
    documentNumber: 'The number of the invoice.',
    total: 'The total in euro, rounded to the cent; negative for a credit note.',
    invoiceDate: 'The day of the invoice.',
    file: 'The readable document, usually a PDF.',
    original: 'The electronic original: XML or a signed `.p7m`.',
    openAmount:
      'What is still to be collected, in euro: 0 once it is paid. Only the staff read it. Absent, it stays as it is.',
    ...withdrawal.descriptions,
  },
  parents: [parents.contact],
  keeps: [...withdrawal.keeps, 'open_amount'],
  unclearable: [...withdrawal.unclearable, 'openAmount'],
  files: [
    { field: 'file', column: 'file_id', purpose: 'invoice' },
    { field: 'original', column: 'original_file_id', purpose: 'invoice', takes: electronicInvoice },
  ],
  announces: 'invoice',
  reads: { invoiceDate: dayColumn('t.invoice_date'), ...withdrawal.reads },
  columns: {
    document_number: 'text',
    number_order: 'text',
    search_text: 'text',
    total: 'numeric',
    invoice_date: 'timestamptz',
    open_amount: 'numeric',
    ...withdrawal.columns,
  },
  row: (line, at) => {
    const number = line.documentNumber.trim()
    return {
      document_number: number,
      number_order: naturalOrder(number),
      search_text: fold(number),
      total: line.total,
      invoice_date: at.instant(line.invoiceDate, 'invoiceDate').toISOString(),
      open_amount: line.openAmount ?? null,
      ...withdrawal.row(line, at),
    }
  },
})
