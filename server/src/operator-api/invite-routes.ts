import * as Type from 'typebox'
import { addresseeWithin } from '../auth/confirmation-queries.ts'
import { invite } from '../auth/confirmations.ts'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/http/operator-route.ts'
import type { App } from '../kernel/http/route.ts'

/** Mails a member the link for setting a password. */
export const inviteMember = operatorEndpoint({
  name: 'inviteMember',
  summary: 'Mails a member a link to set the password',
  description:
    'The link is good for 7 days; asked again before it is used, the same one is mailed and good for 7 days more. Who has a password ' +
    'already keeps it, and is told of the contact.',
  method: 'POST',
  path: '/memberships/:externalId/invite',
  example: { params: { externalId: 'rossi-giulia' } },
  reply: Type.Object(
    {
      outcome: Type.Unsafe<'invited' | 'told'>({
        type: 'string',
        enum: ['invited', 'told'],
        description: '`told`: has a password, and was told of the contact.',
      }),
      email: Type.String({ description: 'Where the mail goes: the address of the web user.' }),
    },
    { examples: [{ outcome: 'invited', email: 'giulia.rossi@officine-rossi.example' }] },
  ),
  status: 202,
  mails: true,
})

/** Invitations by mail; the command `portico invite` does the same. */
export const inviteRoutes = (app: App): void => {
  operatorRoute(app, inviteMember, async ({ db, scope, params, now }) => {
    const { active, email, ...to } = (await addresseeWithin(db, scope, params.externalId)) ?? fail('not_found')
    if (!active) fail('conflict', { detail: 'The membership has ended: it lets nobody in.' })
    if (email === null) return fail('conflict', { detail: 'The web user has no e-mail address: give one first.' })
    return { outcome: await tx(db, db => invite(db, app.deps, { ...to, email }, { now, after: 0 })), email }
  })
}
