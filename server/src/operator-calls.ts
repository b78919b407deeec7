import { listEvents } from './events/feed-endpoints.ts'
import type { OperatorEndpoint } from './kernel/http/operator-route.ts'
import { listRefusedLines, readImport, startImport } from './operator-api/import-routes.ts'
import { inviteMember } from './operator-api/invite-routes.ts'
import { recordCalls } from './operator-api/record-routes.ts'
import { sendBookingInvitation, sendDocumentToSign } from './operator-api/send-routes.ts'
import { endWebUserSessions } from './operator-api/session-routes.ts'
import { uploadFile } from './operator-api/upload-routes.ts'
import { recordTypes } from './records/registry.ts'
import { listSecurityEvents } from './security-log/endpoints.ts'
import * as webhookCalls from './webhooks/endpoints.ts'

/** Every call of the operator API, as data: the document is made from it. */
export const operatorCalls: OperatorEndpoint[] = [
  ...recordTypes.flatMap(recordType => Object.values(recordCalls(recordType))),
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
