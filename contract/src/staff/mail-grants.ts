import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Id, Instant, nullable } from '../shapes.ts'
import { StaffMailbox } from './mail.ts'

const administrator = { access: 'staff', role: 'administrator' } as const

const Provider = Type.Unsafe<'microsoft' | 'google'>({ type: 'string', enum: ['microsoft', 'google'] })

/**
 * A consent that the owner of a mailbox is asked for. At `address` the owner says yes: at Microsoft after typing `code`, at Google with it
 * in the address, so that `code` is null.
 */
export const MailGrant = Type.Object({
  id: Id,
  provider: Provider,
  address: Type.String(),
  code: nullable(Type.String()),
  /** Ask for its state no more often, in seconds. */
  interval: Type.Integer(),
  expiresOn: Instant,
})
/** See {@link MailGrant}. */
export type MailGrant = Static<typeof MailGrant>

export const listMailProviders = endpoint({
  name: 'listMailProviders',
  summary: 'The providers of mailboxes that open by OAuth 2 and that this installation is registered with.',
  method: 'GET',
  path: `${staffRoot}/mail/providers`,
  ...administrator,
  reply: Type.Array(Provider),
})

export const askMailGrant = endpoint({
  name: 'askMailGrant',
  summary:
    'Asks for access to a mailbox: by device code at Microsoft (RFC 8628), by authorization code at Google (RFC 7636).',
  method: 'POST',
  path: `${staffRoot}/mail/grants`,
  ...administrator,
  status: 201,
  body: Type.Object({ provider: Provider }),
  reply: MailGrant,
})

export const readMailGrant = endpoint({
  name: 'readMailGrant',
  summary: 'Whether access was granted. `problem` says why not, in the words of the provider.',
  method: 'GET',
  path: `${staffRoot}/mail/grants/:grantid`,
  ...administrator,
  reply: Type.Object({
    state: Type.Unsafe<'waiting' | 'granted' | 'refused' | 'expired'>({
      type: 'string',
      enum: ['waiting', 'granted', 'refused', 'expired'],
    }),
    problem: nullable(Type.String()),
  }),
})

export const addGrantedMailbox = endpoint({
  name: 'addGrantedMailbox',
  summary:
    'Adds a mailbox that opens by a consent, after a trial. 409 if the consent is not there, or the company has the address already.',
  method: 'POST',
  path: `${staffRoot}/mail/grants/:grantid/mailbox`,
  ...administrator,
  status: 201,
  body: Type.Object({
    portalId: Id,
    groupId: Type.Optional(nullable(Id)),
    address: Type.String({ maxLength: 320, format: 'email' }),
    imapUrl: Type.String({ maxLength: 500, description: 'imaps://user@host/INBOX.' }),
    authservId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
    answersStrangers: Type.Optional(Type.Boolean()),
  }),
  reply: StaffMailbox,
})

export const returnMailGrant = endpoint({
  name: 'returnMailGrant',
  summary: 'Where Google sends the browser of the owner of a mailbox. A page says whether access was granted.',
  method: 'GET',
  path: `${staffRoot}/mail/oauth/return`,
  access: 'open',
  query: Type.Object({
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(Type.String({ maxLength: 2000 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
    error_description: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  raw: 'text/html',
})
