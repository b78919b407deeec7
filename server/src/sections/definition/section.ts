import type { Endpoint } from '@portico/contract/endpoint'
import type { FileAccess } from '../../kernel/access/file-access.ts'
import type { JobKind } from '../../kernel/database/jobs.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { CountedMetric } from '../../kernel/http/metrics.ts'
import type { App } from '../../kernel/http/route.ts'
import type { RecordType } from '../../records/definition/record-type.ts'
import type { Seal } from '../../signing/seal/seal.ts'

/** What the server is built from. */
export type AppDeps = Deps & { seal: Seal }

/** What the hourly cleanup works with. `ago(ms)`: the time that many milliseconds before now. */
type Cleanup = Pick<Deps, 'database' | 'storage' | 'clock' | 'log' | 'security' | 'securityLogMonths'> & {
  ago: (ms: number) => Date
}

/** What a section registers with the server. */
export type Section = {
  /** The name of its folder. */
  name: string
  /** Its module of the contract. Each endpoint in it needs a route, and appears in the OpenAPI document of its API. */
  contract?: object
  /** Endpoints that it derives from data instead of declaring them in the contract. */
  endpoints?: readonly Endpoint[]
  /** Adds its routes. `fileAccess`: the rules of every section, for the one that serves files. */
  routes?: (app: App, all: { seal: Seal; fileAccess: readonly FileAccess[] }) => void | Promise<void>
  /** Its record types, for import, export and operator API. They may refer to record types of sections earlier in the list. */
  records?: readonly RecordType[]
  /** Who may open its files, unless a flag of `sections` in the contract already decides. */
  fileAccess?: FileAccess
  /** Its kinds of jobs. */
  jobs?: (deps: AppDeps) => JobKind[]
  /** Runs every hour and removes expired data; returns the number of files removed, if any. */
  cleanup?: (cleanup: Cleanup) => Promise<number | undefined>
  /** Its counters for `/metrics`. */
  metrics?: (deps: AppDeps) => CountedMetric[]
}
