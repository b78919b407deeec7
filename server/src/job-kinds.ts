import type { JobKind } from './kernel/database/jobs.ts'
import type { MailTransport } from './kernel/messages/mail-transport.ts'
import { messageJobs } from './kernel/messages/messages.ts'
import type { SmsTransport } from './kernel/messages/sms-transport.ts'
import { registrations } from './registrations.ts'
import type { AppDeps } from './sections/definition/section.ts'
import { followCode } from './signing/code-delivery.ts'

/** Sends emails and text messages. */
export type Transports = { mailTransport: MailTransport; smsTransport: SmsTransport }

/** Every kind of job that this server runs. */
export const jobKinds = (deps: AppDeps & Transports): JobKind[] => [
  ...messageJobs({ ...deps, followSms: followCode(deps) }),
  ...registrations.flatMap(({ jobs }) => jobs?.(deps) ?? []),
]
