import type { PublishedKind } from '@portico/contract/staff/published'
import { type Sql, sql } from '../../kernel/database/db.ts'

/** Where the records of a kind are: their table, as alias `t`, and what of it the staff see under one name for all kinds. */
export type Source = {
  table: string
  title: Sql
  number: Sql
  revision: Sql
  date: Sql
  total: Sql
  /** What the files are for. */
  purpose: 'invoice' | 'estimate' | 'report' | 'document'
  originalId: Sql
}

const none = {
  number: sql`null::text`,
  revision: sql`null::int`,
  total: sql`null::numeric`,
  originalId: sql`null::bigint`,
}

/** The sources of all kinds that belong to a customer, in the order of their numbers. */
export const contactSources: Record<Exclude<PublishedKind, 'publicFile'>, Source> = {
  invoice: {
    ...none,
    table: 'invoice',
    purpose: 'invoice',
    title: sql`t.document_number`,
    number: sql`t.document_number`,
    date: sql`t.invoice_date`,
    total: sql`t.total`,
    originalId: sql`t.original_file_id`,
  },
  estimate: {
    ...none,
    table: 'estimate',
    purpose: 'estimate',
    title: sql`t.estimate_name`,
    number: sql`t.estimate_number`,
    revision: sql`t.revision_number`,
    date: sql`t.estimate_creation_date`,
    total: sql`t.total`,
  },
  report: { ...none, table: 'activity_report', purpose: 'report', title: sql`t.name`, date: sql`t.date_time` },
  document: {
    ...none,
    table: 'document',
    purpose: 'document',
    title: sql`t.document_name`,
    date: sql`t.create_date`,
  },
}
