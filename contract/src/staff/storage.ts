import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, nullable } from '../shapes.ts'
import { StaffPortal } from './session.ts'

/** What files are stored for, as the staff's screens name it. */
export const storedKinds = [
  'tickets',
  'invoices',
  'estimates',
  'reports',
  'documents',
  'signing',
  'contracts',
  'wiki',
  'publicFiles',
  'formerVersions',
  'cannedAnswers',
  'pictures',
  'other',
] as const
/** One of {@link storedKinds}. */
export type StoredKind = (typeof storedKinds)[number]

const bytes = Type.Integer({ description: 'In bytes.' })
const files = Type.Integer({ description: 'How many files.' })

/** What the files of a company take. */
export const StorageUse = Type.Object(
  {
    bytes,
    quota: nullable(Type.Integer({ description: 'How many bytes they may take; null: as many as fit.' })),
    kinds: Type.Array(
      Type.Object({ kind: Type.Unsafe<StoredKind>({ type: 'string', enum: [...storedKinds] }), bytes, files }),
      { description: 'By what they are for, the largest first.' },
    ),
    portals: Type.Array(
      Type.Object({
        portal: Type.Unsafe<Static<typeof StaffPortal> | null>({
          ...StaffPortal,
          type: ['object', 'null'],
          description: 'Null: what belongs to no single portal, such as canned answers and pictures.',
        }),
        bytes,
        files,
      }),
      { description: 'The largest first.' },
    ),
    customers: Type.Array(
      Type.Object({
        contactId: Id,
        companyName: Type.String(),
        webPortalName: Type.String(),
        bytes,
        files,
      }),
      { description: 'The ten customers with most, the largest first.' },
    ),
  },
  { title: 'StorageUse' },
)
/** See {@link StorageUse}. */
export type StorageUse = Static<typeof StorageUse>

export const readStorageUse = endpoint({
  name: 'readStorageUse',
  summary: 'What the files of the company take, by kind, portal and customer, and how much they may take',
  description: 'For administrators of all portals; others are `forbidden`.',
  method: 'GET',
  path: `${staffRoot}/storage`,
  access: 'staff',
  role: 'administrator',
  allPortals: true,
  reply: StorageUse,
})
