import type { Scope } from '../../kernel/access/scope.ts'
import type { Sql } from '../../kernel/database/db.ts'
import type { JobKind } from '../../kernel/database/jobs.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { CountedMetric } from '../../kernel/http/metrics.ts'
import type { OperatorEndpoint } from '../../kernel/http/operator-route.ts'
import type { App } from '../../kernel/http/route.ts'
import type { RecordType } from '../../records/definition/record-type.ts'
import type { Seal } from '../../signing/seal/seal.ts'

/** What the server is built from. */
export type AppDeps = Deps & { seal: Seal }

/** SQL that says of a file `f` whether the scope may open it. */
type FileAccess = (scope: Scope) => Sql

/** What an hourly cleanup works on. `ago(ms)` is the moment so many milliseconds before now. */
type Cleanup = Pick<Deps, 'database' | 'storage' | 'clock' | 'log'> & { ago: (ms: number) => Date }

/** What a section registers with the server; what it leaves out, it does not have. */
export type Section = {
  /** As its folder is called. */
  name: string
  /** Its module of the contract. Each endpoint in it needs a route; the OpenAPI document shows them all. */
  contract?: object
  /** Adds its routes. `fileAccess`: the rules of every section, for the one that serves files. */
  routes?: (app: App, all: { seal: Seal; fileAccess: readonly FileAccess[] }) => void | Promise<void>
  /** Its record types, for import, export and operator API. They may refer to those of sections before it in the list. */
  records?: readonly RecordType[]
  /** Its own calls of the operator API, beside those that its records have. */
  operatorEndpoints?: readonly OperatorEndpoint[]
  /** Who may open its files, where no flag of `sections` in the contract says so. */
  fileAccess?: FileAccess
  /** The kinds of jobs that it does. */
  jobs?: (deps: AppDeps) => JobKind[]
  /** Removes what has run its time, every hour; the number of files removed, if any. */
  cleanup?: (cleanup: Cleanup) => Promise<number | undefined>
  /** What it counts for `/metrics`. */
  metrics?: (deps: AppDeps) => CountedMetric[]
}
