import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'

/** An id: an integer under 2^53. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An instant in UTC, ISO 8601 to the second: `2026-03-02T08:30:00Z`. */
export const Instant = Type.String({ format: 'date-time' })

/** Sanitised HTML (specification/tickets.md#html-allow-list). */
export const Html = Type.String({ contentMediaType: 'text/html' })

/** An address on our own origin that needs no header: signed and short-lived, or public and versioned. */
export const Link = Type.String({ format: 'uri-reference' })

/** The same shape, or null where there is nothing: every field of an answer is always present. */
export const nullable = <S extends TSchema>(schema: S) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** A member of the service company's staff as the one who does the work; the picture is public. */
export const AssignedUser = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  profileImage: nullable(Link),
})

/** Free text of one line, as typed; the server trims it. */
export const line = (maxLength: number) => Type.String({ maxLength })

/** What mail servers take as an address in practice; header injection is ruled out by the lack of blanks and control characters. */
export const mailAddress = /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/iu

/** A file attached to a message: its name as uploaded and a signed address. */
export const Attachment = Type.Object({ id: Id, name: Type.String(), url: Link })
export type Attachment = Static<typeof Attachment>

/** Largest file that any upload takes, in bytes. */
export const fileSizeMax = 25 * 1024 * 1024

/** The answer to an upload, with the name and size in bytes as stored. */
export const Upload = Type.Object({ id: Id, url: Link, name: Type.String(), size: Type.Integer() })
export type Upload = Static<typeof Upload>

/** `YYYY-MM-DD`, `YYYY-MM-DD HH:mm` or a full instant; the first two in the portal's time zone. */
const When = Type.String({ maxLength: 40 })

/** The range that dated lists take. */
export const rangeQuery = { from: Type.Optional(When), to: Type.Optional(When) }

/**
 * What every paged list takes: `limit` (1 to 500, 100 unless given), the opaque `cursor` of the page before, `count=1`, and `id`, which
 * keeps the row of that id alone.
 */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  cursor: Type.Optional(Type.String({ maxLength: 8000 })),
  count: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
  id: Type.Optional(Id),
}

/** `sort=field` or `sort=-field` from a closed list. */
export const sortBy = <const F extends string>(...fields: F[]) =>
  Type.Optional(Type.Unsafe<F | `-${F}`>({ type: 'string', enum: fields.flatMap(field => [field, `-${field}`]) }))

/** Free text to look for. */
export const Search = Type.String({ maxLength: 200 })

/** An asset as lists and pickers name it: folder, a dash, name. */
export const WikiItem = Type.Object({ id: Id, name: Type.String(), folderName: Type.String(), wikiFolderId: Id })
export type WikiItem = Static<typeof WikiItem>
