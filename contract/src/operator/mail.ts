import * as Type from 'typebox'
import { endpoint, operatorRoot } from '../endpoint.ts'

const Taken = Type.Object(
  {
    state: Type.Unsafe<'taken' | 'known'>({
      type: 'string',
      enum: ['taken', 'known'],
      description: '`known`: the same mail was taken before, which changes nothing.',
    }),
  },
  { title: 'ReceivedMail', examples: [{ state: 'taken' }] },
)

/** Takes a mail that somebody has sent to the service company. */
export const receiveMail = endpoint({
  name: 'receiveMail',
  summary: 'Takes a raw mail and sorts it: into a ticket, or into quarantine',
  description:
    'The mail as it arrived is the body, with all its headers (RFC 5322), at most 50 MB. Once the call has answered the mail is stored; ' +
    'it is sorted a moment later. A mail with the same Message-ID and body is taken once. A key of some portals writes to those alone.',
  method: 'POST',
  path: `${operatorRoot}/mail`,
  access: 'apiKey',
  query: Type.Object({
    recipient: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        description: 'The address that the mail was delivered to, where its headers do not have it.',
      }),
    ),
  }),
  stream: 'message/rfc822',
  example: { query: { recipient: 'assistenza@brenta.example' } },
  reply: Taken,
  status: 202,
})
