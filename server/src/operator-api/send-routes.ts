import { sendBookingInvitation, sendDocumentToSign } from '@portico/contract/operator/records'
import { eventKeyPurpose } from '../appointments/booking.ts'
import { mailBookingInvitation } from '../appointments/mails.ts'
import { findInvitationByExternalId } from '../appointments/queries.ts'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { mailToSign } from '../signing/mails.ts'
import { documentWithin } from '../signing/queries.ts'
import { signingKeyPurpose } from '../signing/rules.ts'

/** Fails because the record's link is no longer valid. */
const ended = (state: string) => fail('conflict', { detail: `It is ${state}: its link leads nowhere any more.` })

const withAddress = (email: string | null, of: string): string =>
  email ?? fail('conflict', { detail: `${of} has no e-mail address: give one first.` })

/** Mails links to signers and to customers who book appointments. */
export const sendRoutes = (app: App): void => {
  const { messages, secrets } = app.deps

  route(app, sendDocumentToSign, async ({ db, scope, params, body, now }) => {
    const document = (await documentWithin(db, scope, params.externalId, now)) ?? fail('not_found')
    if (document.status !== 'unsigned') ended(document.status)
    const email = withAddress(document.email, 'The document')
    const key = secrets.decrypt(document.encryptedKey, signingKeyPurpose)
    await tx(db, db => mailToSign(messages, db, document, { key, email, language: body.language ?? 'it-IT' }))
    return { email }
  })

  route(app, sendBookingInvitation, async ({ db, scope, params, now }) => {
    const invitation = (await findInvitationByExternalId(db, scope, params.externalId)) ?? fail('not_found')
    if (invitation.withdrawn) ended('withdrawn')
    if (invitation.expiresAt && new Date(invitation.expiresAt) <= now) ended('expired')
    if (invitation.used) ended('used')
    const email = withAddress(invitation.email, 'The invitation, like its contact,')
    const key = secrets.decrypt(invitation.encryptedKey, eventKeyPurpose)
    await tx(db, db => mailBookingInvitation(app.deps, db, invitation, { key, email }))
    return { email }
  })
}
