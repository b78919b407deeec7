import { followRefusal } from './inbound-mail/bounces.ts'
import type { JobKind } from './kernel/database/jobs.ts'
import { messageJobs } from './kernel/messages/messages.ts'
import { registrations } from './registrations.ts'
import type { AppDeps } from './sections/definition/section.ts'
import { followCode } from './signing/code-delivery.ts'

/** Every kind of job that this server runs. */
export const jobKinds = (deps: AppDeps): JobKind[] => [
  ...messageJobs({ ...deps, followSms: followCode(deps), followRefusal: followRefusal(deps) }),
  ...registrations.flatMap(({ jobs }) => jobs?.(deps) ?? []),
]
