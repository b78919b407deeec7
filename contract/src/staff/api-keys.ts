import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, line, nullable } from '../shapes.ts'
import { StaffPortal } from './session.ts'

/** Most API keys of a service company that hold. */
export const apiKeysMax = 50

/** An API key, as administrators see it; of the key itself only its hash is kept. */
export const StaffApiKey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ending: nullable(
      Type.String({ description: 'The last four characters of the key; null for one from before they were kept.' }),
    ),
    portals: Type.Unsafe<Static<typeof StaffPortal>[] | null>({
      type: ['array', 'null'],
      items: StaffPortal,
      description: 'By name. Null: all, also those to come.',
    }),
    readOnly: Type.Boolean({ description: 'Whether it reads only.' }),
    state: Type.Unsafe<'live' | 'expired' | 'revoked'>({ type: 'string', enum: ['live', 'expired', 'revoked'] }),
    createdAt: Instant,
    lastUsedAt: nullable({ ...Instant, description: 'Null before the first use; updated once a minute.' }),
    lastUsedFrom: nullable(Type.String({ description: 'The network address that used it first on its last day.' })),
    expiresAt: nullable({ ...Instant, description: 'Null: it holds until it is revoked.' }),
    revokedAt: nullable(Instant),
  },
  { title: 'StaffApiKey' },
)
/** See {@link StaffApiKey}. */
export type StaffApiKey = Static<typeof StaffApiKey>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'Lists the API keys of the company, newest first, also those that hold no more',
  description: 'An administrator of some portals sees the keys whose portals are all among them.',
  method: 'GET',
  path: `${staffRoot}/api-keys`,
  access: 'staff',
  role: 'administrator',
  reply: Type.Array(StaffApiKey),
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'Makes an API key; the answer alone has it',
  description: `\`conflict\` where ${apiKeysMax} keys hold already.`,
  method: 'POST',
  path: `${staffRoot}/api-keys`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    name: line(100),
    portalIds: Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: Id,
      minItems: 1,
      maxItems: 1000,
      description: 'Null: all portals, also those to come. An administrator of some portals gives only those.',
    }),
    readOnly: Type.Boolean({ description: 'Whether it reads only.' }),
    expiresOn: Type.Optional(
      nullable(Type.String({ maxLength: 10, description: 'The last day on which it holds, `YYYY-MM-DD` in UTC.' })),
    ),
  }),
  status: 201,
  reply: Type.Object(
    { apiKey: StaffApiKey, key: Type.String({ description: 'The key, shown this once.' }) },
    { title: 'NewApiKey' },
  ),
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'Revokes an API key: it is refused within a second. One that is revoked already keeps its date',
  method: 'POST',
  path: `${staffRoot}/api-keys/:apikeyid/revoke`,
  access: 'staff',
  role: 'administrator',
  reply: StaffApiKey,
})
