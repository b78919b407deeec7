import { inviteMember } from '@portico/contract/operator/records'
import { findMember } from '../auth/confirmation-queries.ts'
import { invite } from '../auth/confirmations.ts'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'

/** Invitations by mail; the command `portico invite` does the same. */
export const inviteRoutes = (app: App): void => {
  route(app, inviteMember, async ({ db, scope, params, now }) => {
    const { active, email, ...to } = (await findMember(db, scope, params.externalId)) ?? fail('not_found')
    if (!active) fail('conflict', { detail: 'The membership has ended: it lets nobody in.' })
    if (email === null) return fail('conflict', { detail: 'The web user has no e-mail address: give one first.' })
    return { outcome: await tx(db, db => invite(db, app.deps, { ...to, email }, { now, delaySeconds: 0 })), email }
  })
}
