import { expiryJob } from './appointments/confirmation-time.ts'
import { recoveryJob } from './auth/confirmations.ts'
import { noticeJob } from './auth/notices.ts'
import { failedSignInJob } from './auth/sign-in-links.ts'
import type { JobKind } from './kernel/database/jobs.ts'
import type { Deps } from './kernel/http/deps.ts'
import type { MailTransport } from './kernel/messages/mail-transport.ts'
import { messageJobs } from './kernel/messages/messages.ts'
import type { SmsTransport } from './kernel/messages/sms-transport.ts'
import { importJob } from './operator-api/import-jobs.ts'
import { followCode } from './signing/code-delivery.ts'
import { raiseSealJob } from './signing/raise-job.ts'
import type { Seal } from './signing/seal/seal.ts'
import { ticketMailJob } from './tickets/mails.ts'

/** Where messages leave the house. */
export type Transports = { mailTransport: MailTransport; smsTransport: SmsTransport }

/** Every kind of job that this server does. */
export const jobKinds = (deps: Deps & Transports & { seal: Seal }): JobKind[] => [
  ...messageJobs({ ...deps, followSms: followCode(deps) }),
  recoveryJob(deps),
  noticeJob(deps),
  failedSignInJob(deps),
  ticketMailJob(deps),
  importJob(deps),
  expiryJob(deps),
  raiseSealJob(deps),
]
