import { listEvents } from './events/feed-endpoints.ts'
import type { OperatorEndpoint } from './kernel/operator-route.ts'
import { importKinds } from './operator/import-kinds.ts'
import { listRefusedLines, readImport, startImport } from './operator/import-routes.ts'
import { inviteMember } from './operator/invite-routes.ts'
import { recordCalls } from './operator/record-routes.ts'
import { sendBookingInvitation, sendDocumentToSign } from './operator/send-routes.ts'
import { endWebUserSessions } from './operator/session-routes.ts'
import { uploadFile } from './operator/upload-routes.ts'
import { listSecurityEvents } from './security-log/endpoints.ts'
import * as webhookCalls from './webhooks/endpoints.ts'

/** Every call of the operator API, as data: the document is made from it. */
export const operatorCalls: OperatorEndpoint[] = [
  ...importKinds.flatMap(kind => Object.values(recordCalls(kind))),
  uploadFile,
  startImport,
  readImport,
  listRefusedLines,
  inviteMember,
  endWebUserSessions,
  sendDocumentToSign,
  sendBookingInvitation,
  listEvents,
  listSecurityEvents,
  ...Object.values(webhookCalls),
]
