import { staffAbsences } from './appointments/staff/absences/section.ts'
import { staffBookable } from './appointments/staff/bookable/section.ts'
import { staffBookings } from './appointments/staff/bookings/section.ts'
import { staffDay } from './appointments/staff/day/section.ts'
import { staffVisits } from './appointments/staff/section.ts'
import { staffContracts } from './contracts/staff/section.ts'
import { staffCustomerMerge } from './customers/staff/section.ts'
import { demo } from './demo/section.ts'
import { staffStorage } from './files/staff/section.ts'
import { staffImports } from './import/staff/section.ts'
import { inboundMail } from './inbound-mail/section.ts'
import { staffMail } from './inbound-mail/staff/section.ts'
import { operatorApi } from './operator-api/section.ts'
import { staffApiKeys } from './operator-api/staff/section.ts'
import { staffPeople } from './people/staff/section.ts'
import { staffPortals } from './portals/staff/section.ts'
import { publishing } from './publishing/section.ts'
import type { Section } from './sections/definition/section.ts'
import { everySection } from './sections/every-section.ts'
import { staffCustomers } from './staff/customers/section.ts'
import { staffPasskeys } from './staff/passkeys/section.ts'
import { staffPublished } from './staff/published/section.ts'
import { staffSecondFactor } from './staff/second-factor/section.ts'
import { staff } from './staff/section.ts'
import { staffSignatures } from './staff/signatures/section.ts'
import { staffUsers } from './staff/users/section.ts'
import { staffSubscriptions } from './subscriptions/staff/section.ts'
import { staffCannedAnswers, staffTickets } from './tickets/staff/section.ts'
import { severalTickets } from './tickets/staff/several/section.ts'
import { staffTime } from './tickets/staff/time/section.ts'
import { upkeep } from './upkeep/section.ts'
import { staffWebhooks } from './webhooks/staff/section.ts'
import { staffAssets } from './wiki/staff/section.ts'

/** All modules that register routes, jobs, cleanups and metrics: the operator API, every section, what the staff do, and the way out of the demo. */
export const registrations: readonly Section[] = [
  operatorApi,
  ...everySection,
  staff,
  staffUsers,
  staffSecondFactor,
  staffPasskeys,
  staffCustomers,
  staffTickets,
  severalTickets,
  staffCannedAnswers,
  staffVisits,
  staffPublished,
  staffPortals,
  staffBookable,
  staffAbsences,
  staffBookings,
  staffDay,
  staffTime,
  publishing,
  inboundMail,
  staffMail,
  staffImports,
  staffApiKeys,
  staffWebhooks,
  staffStorage,
  staffCustomerMerge,
  staffPeople,
  upkeep,
  staffSignatures,
  staffContracts,
  staffSubscriptions,
  staffAssets,
  demo,
]
