import type { Sql } from '../database/db.ts'
import type { Scope } from './scope.ts'

/** Builds the SQL condition under which the scope may open file `f`. */
export type FileAccess = (scope: Scope) => Sql
