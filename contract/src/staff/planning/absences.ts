import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant, Link, nullable } from '../../shapes.ts'

const path = `${staffRoot}/absences` as const

/** Why somebody is away. */
export const absenceKinds = ['holiday', 'leave', 'sick', 'training', 'other'] as const
/** One of {@link absenceKinds}. */
export type AbsenceKind = (typeof absenceKinds)[number]

const Kind = Type.Unsafe<AbsenceKind>({ type: 'string', enum: [...absenceKinds] })
const Member = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })
const note = nullable(Type.String({ maxLength: 500, description: 'A note for the office.' }))
const from = Type.String({
  maxLength: 16,
  description: 'The first day, `YYYY-MM-DD`, or a day and time, `YYYY-MM-DD HH:mm`, on the clock of the company.',
})
const to = Type.String({ maxLength: 16, description: 'The last day, which counts, or a day and time.' })

/** Some time in which a member of the staff is away. Kind and note are the office’s and the person’s own. */
export const Absence = Type.Object(
  {
    id: Id,
    staffUser: Member,
    start: Instant,
    end: Instant,
    isAllDay: Type.Boolean(),
    from,
    to,
    timeZone: Type.String({ description: 'The clock of the company: the time zone of its first portal.' }),
    kind: nullable(Kind),
    note,
    version: Type.String({
      description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
    }),
  },
  { title: 'Absence' },
)
/** See {@link Absence}. */
export type Absence = Static<typeof Absence>

/** What takes time of a member of the staff. */
export const TakenTime = Type.Object(
  {
    kind: Type.Unsafe<'visit' | 'booking' | 'absence'>({ type: 'string', enum: ['visit', 'booking', 'absence'] }),
    id: Id,
    start: Instant,
    end: Instant,
    title: nullable(Type.String({ description: 'What is done; null of an absence.' })),
    companyName: nullable(Type.String({ description: 'The customer; null of an absence.' })),
    ticketId: nullable(Id),
  },
  { title: 'TakenTime' },
)
/** See {@link TakenTime}. */
export type TakenTime = Static<typeof TakenTime>

const common = { access: 'staff', role: 'office' } as const

export const listAbsences = endpoint({
  name: 'listAbsences',
  summary: 'Who is away and when, first to last',
  description: 'Days that overlap the range; without `from` from today on. Technicians see why of themselves alone.',
  method: 'GET',
  path,
  access: 'staff',
  query: Type.Object({
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    staffUser: Type.Optional(Id),
  }),
  reply: Type.Array(Absence),
})

const fields = { staffUserId: Id, from, to }

export const checkAbsence = endpoint({
  name: 'checkAbsence',
  summary: 'What stands in the way of an absence; changes nothing',
  method: 'POST',
  path: `${path}/check`,
  ...common,
  status: 200,
  body: Type.Object({
    ...fields,
    absenceId: Type.Optional({ ...Id, description: 'The absence that is being changed.' }),
  }),
  reply: Type.Array(TakenTime),
})

const refused =
  '409 `conflict` where something is planned or booked in that time, which `checkAbsence` lists: it has to be moved first.'

export const createAbsence = endpoint({
  name: 'createAbsence',
  summary: 'Enters an absence: nothing can be planned or booked in it',
  description: refused,
  method: 'POST',
  path,
  ...common,
  status: 201,
  idempotent: true,
  body: Type.Object({ ...fields, kind: Kind, note: Type.Optional(note) }),
  reply: Absence,
})

export const changeAbsence = endpoint({
  name: 'changeAbsence',
  summary: 'Changes an absence',
  description: `\`If-Match\` with the \`version\` that was read. ${refused}`,
  method: 'PUT',
  path: `${path}/:absenceid`,
  ...common,
  body: Type.Object({ ...fields, kind: Kind, note: Type.Optional(note) }),
  reply: Absence,
})

export const removeAbsence = endpoint({
  name: 'removeAbsence',
  summary: 'Takes an absence back',
  description: '`If-Match` with the `version` that was read: 409 `conflict` where somebody has changed it since.',
  method: 'DELETE',
  path: `${path}/:absenceid`,
  ...common,
})
