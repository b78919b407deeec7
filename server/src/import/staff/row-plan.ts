import type { Flag } from '@portico/contract/permissions'
import type { TableKind } from '@portico/contract/staff/imports'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { NamedPortal } from '../import-clients.ts'

/** What the rows of a table are, who imports them, and which files they can name. */
export type RowPlan = {
  kind: TableKind
  key: string
  flags: readonly Flag[]
  portal: NamedPortal
  scope: Pick<StaffScope, 'serviceCompanyId' | 'portalIds'>
  hasFile: (path: string) => boolean
}
