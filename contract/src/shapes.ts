import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import type { Static } from './schema/static.ts'
import type { MoneyKind } from './staff-roles.ts'

/** An id: an integer below 2^53. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An instant in UTC, ISO 8601 to the second: `2026-03-02T08:30:00Z`. */
export const Instant = Type.String({ format: 'date-time' })

/** Sanitised HTML (specification/tickets.md#html-allow-list). */
export const Html = Type.String({ contentMediaType: 'text/html' })

/** A URL on this origin that needs no `Authorization` header: signed and short-lived, or public and versioned. */
export const Link = Type.String({ format: 'uri-reference' })

/** The same shape or null. Every field of a reply is always present, with null where there is no value. */
export const nullable = <S extends TSchema>(schema: S) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** An amount in euro of a kind of record, which names the role of the staff that sees it in `recordRoles`. */
export const euro = (kind: MoneyKind, description?: string) => Type.Number({ description, 'x-money': kind })

/** The staff member who does the work; the picture is public. */
export const AssignedUser = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  profileImage: nullable(Link),
})

/** One line of free text as typed. The server trims it, and makes a blank of control characters. */
export const line = (maxLength: number) => Type.String({ maxLength, oneLine: true })

/** An e-mail address as mail servers accept it in practice. It allows no white space or control characters, so it cannot inject headers. */
export const mailAddress = /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/iu

/** An e-mail address in a request. */
export const email = Type.String({ format: 'email', maxLength: 320 })

/** A file attached to a message: its name as uploaded, and a signed URL. */
export const Attachment = Type.Object({ id: Id, name: Type.String(), url: Link })
export type Attachment = Static<typeof Attachment>

/** Maximum size of an uploaded file, in bytes. */
export const fileSizeMax = 25 * 1024 * 1024

/** The reply to an upload, with the name and the size in bytes as stored. */
export const Upload = Type.Object({ id: Id, url: Link, name: Type.String(), size: Type.Integer() })
export type Upload = Static<typeof Upload>

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` in the portal's time zone, or a full instant. */
const When = Type.String({ maxLength: 40 })

/** The date range that dated lists accept. */
export const rangeQuery = { from: Type.Optional(When), to: Type.Optional(When) }

/**
 * The parameters of every paged list: `limit` (1 to 500, default 100), the opaque `cursor` of the previous page, `count=1` for the
 * total, and `id`, which returns only the row with that id.
 */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  cursor: Type.Optional(Type.String({ maxLength: 8000 })),
  count: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
  id: Type.Optional(Id),
}

/** `sort=field` (ascending) or `sort=-field` (descending), for a closed list of fields. */
export const sortBy = <const F extends string>(...fields: F[]) =>
  Type.Optional(Type.Unsafe<F | `-${F}`>({ type: 'string', enum: fields.flatMap(field => [field, `-${field}`]) }))

/** Free text to search for. */
export const Search = Type.String({ maxLength: 200 })

/** The display name of an asset in lists and pickers: folder, dash, name. */
export const WikiItem = Type.Object({ id: Id, name: Type.String(), folderName: Type.String(), wikiFolderId: Id })
export type WikiItem = Static<typeof WikiItem>
