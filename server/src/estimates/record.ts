import * as Type from 'typebox'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'
import { Amount, Name, parents, Title, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { dayColumn } from '../records/definition/select-fragments.ts'
import { withdrawal } from '../records/definition/withdrawal.ts'

const REVISION_MAX = 1_000_000

/** An estimate with its PDF. */
export const estimateRecord = defineRecordType({
  type: 'estimate',
  table: 'estimate',
  level: 'contact',
  fields: {
    contact: Reference,
    estimateName: Title,
    estimateNumber: Name,
    revisionNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: REVISION_MAX })),
    total: Amount,
    estimateCreationDate: When,
    file: NamedFile,
    ...withdrawal.fields,
  },
  descriptions: {
    estimateName: 'What it is about.',
    estimateNumber: 'The number of the estimate.',
    revisionNumber: 'The number of the revision. Default: 0.',
    total: 'The total in euro, rounded to the cent.',
    estimateCreationDate: 'The day of the estimate.',
    file: 'The document, usually a PDF.',
    ...withdrawal.descriptions,
  },
  parents: [parents.contact],
  keeps: withdrawal.keeps,
  unclearable: withdrawal.unclearable,
  files: [{ field: 'file', column: 'file_id', purpose: 'estimate' }],
  announces: 'estimate',
  reads: { estimateCreationDate: dayColumn('t.estimate_creation_date'), ...withdrawal.reads },
  columns: {
    estimate_name: 'text',
    name_order: 'text',
    estimate_number: 'text',
    number_order: 'text',
    search_text: 'text',
    revision_number: 'integer',
    total: 'numeric',
    estimate_creation_date: 'timestamptz',
    ...withdrawal.columns,
  },
  row: (line, at) => {
    const [name, number] = [line.estimateName.trim(), line.estimateNumber.trim()]
    return {
      estimate_name: name,
      name_order: naturalOrder(name),
      estimate_number: number,
      number_order: naturalOrder(number),
      search_text: fold(`${name} ${number}`),
      revision_number: line.revisionNumber ?? 0,
      total: line.total,
      estimate_creation_date: at.instant(line.estimateCreationDate, 'estimateCreationDate').toISOString(),
      ...withdrawal.row(line, at),
    }
  },
})
