import { Language } from '@portico/contract/language'
import * as Type from 'typebox'
import { eventKeyPurpose } from '../appointments/booking.ts'
import { mailBookingInvitation } from '../appointments/mails.ts'
import { findInvitationByExternalId } from '../appointments/queries.ts'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/http/operator-route.ts'
import type { App } from '../kernel/http/route.ts'
import { mailToSign } from '../signing/mails.ts'
import { documentWithin } from '../signing/queries.ts'
import { signingKeyPurpose } from '../signing/rules.ts'

const Sent = Type.Object(
  { email: Type.String({ description: 'Where the mail goes.' }) },
  { examples: [{ email: 'giulia.rossi@officine-rossi.example' }] },
)

/** Mails a signer the link to a document. */
export const sendDocumentToSign = operatorEndpoint({
  name: 'sendDocumentToSign',
  summary: 'Mails the signer the link to a document to sign',
  description: 'In the language asked for, it-IT unless given. Asked again, the same link is mailed again.',
  method: 'POST',
  path: '/documentsToSign/:externalId/send',
  example: { params: { externalId: 'verbale-3-firma' } },
  body: Type.Object({ language: Type.Optional(Language) }, { examples: [{ language: 'it-IT' }] }),
  reply: Sent,
  status: 202,
  mails: true,
})

/** Mails a personal invitation to book an appointment. */
export const sendBookingInvitation = operatorEndpoint({
  name: 'sendBookingInvitation',
  summary: 'Mails the customer the link to book an appointment',
  description: 'In the language of the invitation. Asked again, the same link is mailed again.',
  method: 'POST',
  path: '/bookingInvitations/:externalId/send',
  example: { params: { externalId: 'invito-1260' } },
  reply: Sent,
  status: 202,
  mails: true,
})

/** Fails because the record's link is no longer valid. */
const ended = (state: string) => fail('conflict', { detail: `It is ${state}: its link leads nowhere any more.` })

const withAddress = (email: string | null, of: string): string =>
  email ?? fail('conflict', { detail: `${of} has no e-mail address: give one first.` })

/** Mails links to signers and to customers who book appointments. */
export const sendRoutes = (app: App): void => {
  const { messages, secrets } = app.deps

  operatorRoute(app, sendDocumentToSign, async ({ db, scope, params, body, now }) => {
    const document = (await documentWithin(db, scope, params.externalId, now)) ?? fail('not_found')
    if (document.status !== 'unsigned') ended(document.status)
    const email = withAddress(document.email, 'The document')
    const key = secrets.unseal(document.sealedKey, signingKeyPurpose)
    await tx(db, db => mailToSign(messages, db, document, { key, email, language: body.language ?? 'it-IT' }))
    return { email }
  })

  operatorRoute(app, sendBookingInvitation, async ({ db, scope, params, now }) => {
    const invitation = (await findInvitationByExternalId(db, scope, params.externalId)) ?? fail('not_found')
    if (invitation.withdrawn) ended('withdrawn')
    if (invitation.expiresAt && new Date(invitation.expiresAt) <= now) ended('expired')
    if (invitation.used) ended('used')
    const email = withAddress(invitation.email, 'The invitation, like its contact,')
    const key = secrets.unseal(invitation.sealedKey, eventKeyPurpose)
    await tx(db, db => mailBookingInvitation(messages, db, invitation, { key, email }))
    return { email }
  })
}
