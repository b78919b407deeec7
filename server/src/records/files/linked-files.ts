import { type Sql, sql } from '../../kernel/database/db.ts'

/** Condition for the rows of `file` that no ticket has any more. A merge of two tickets links the files of one to the other, too. */
export const isUnlinked: Sql = sql`not exists (select from ticket_file tf where tf.service_company_id = file.service_company_id
  and tf.portal_id = file.portal_id and tf.contact_id = file.contact_id and tf.file_id = file.id)`
