import { sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Sql, sql } from '../../kernel/database/db.ts'

/** Condition for the rows of `file` that no ticket has any more. A merge of two tickets links the files of one to the other, too. */
export const isUnlinked: Sql = sql`not exists (select from ticket_file tf where ${sameContact('tf', 'file')} and tf.file_id = file.id)`
