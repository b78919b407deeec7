import { Language } from '@portico/contract/language'
import * as Type from 'typebox'
import { dayOf } from '../kernel/time/local-time.ts'
import { endOfDay } from '../records/definition/dates.ts'
import { Email, Name, parents, Text, When } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn, instantColumn } from '../records/definition/select-fragments.ts'
import { staffReference } from '../tickets/record.ts'
import { eventKeyPurpose } from './booking.ts'
import { readHours } from './slots.ts'

/** Path segments that URLs have in the place of a service's key; a service with such a key could not be reached. */
const reservedServiceKeys = ['cancellation', 'rescheduling', 'confirmation']

const DAY_MINUTES = 24 * 60

const serviceReference = { field: 'service', recordType: 'bookableService', column: 'bookable_service_id' } as const

const checkWeeklyHours = (hours: string[]): string[] => {
  const invalid = hours.find(text => readHours(text) === undefined)
  if (invalid !== undefined) throw new Refusal('weeklyHours', `holds "${invalid}", which is not like MON 08:30-12:30`)
  return hours
}

const bookableService = defineRecordType({
  type: 'bookableService',
  table: 'bookable_service',
  level: 'portal',
  fields: {
    portal: Reference,
    key: Type.String({ minLength: 1, maxLength: 60 }),
    name: Name,
    description: Text,
    durationMinutes: Type.Integer({ minimum: 10, maximum: DAY_MINUTES }),
    bufferMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: DAY_MINUTES })),
    weeklyHours: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 50 }),
    closedDays: Type.Optional(Type.Array(When, { maxItems: 1000 })),
    noticeHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 24 * 365 })),
    horizonDays: Type.Integer({ minimum: 1, maximum: 366 }),
    staff: Type.Array(Reference, { maxItems: 200 }),
    active: Type.Optional(Type.Boolean()),
    keepsClosings: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    key: "The service's word in addresses: `a-z`, `0-9` and `-`, unique within the portal.",
    name: 'The name that customers see.',
    description: 'A text for customers.',
    durationMinutes: 'How long an appointment lasts.',
    bufferMinutes: 'How long a person is kept free after an appointment. Default: 0.',
    weeklyHours: 'When it can be booked, in the time zone of the portal: `MON 08:30-12:30`.',
    closedDays: 'Days on which it cannot be booked.',
    noticeHours: 'How many hours ahead it must be booked, and can be cancelled. Default: 0.',
    horizonDays: 'How many days ahead it can be booked.',
    staff: 'The externalIds of the staff who give it.',
    active: 'Whether it takes bookings. Absent, it stays; a new one does.',
    keepsClosings:
      'Whether it cannot be booked on the days on which the company is closed either. Absent, it stays; a new one can.',
  },
  parents: [parents.portal],
  links: [
    {
      field: 'staff',
      recordType: 'staff',
      table: 'bookable_service_staff',
      owner: 'bookable_service_id',
      column: 'staff_user_id',
    },
  ],
  reads: { noticeHours: 't.notice_minutes / 60' },
  columns: {
    key: 'text',
    name: 'text',
    description: 'text',
    duration_minutes: 'int',
    buffer_minutes: 'int',
    weekly_hours: 'text[]',
    closed_days: 'date[]',
    notice_minutes: 'int',
    horizon_days: 'int',
    active: 'boolean',
    keeps_closings: 'boolean',
  },
  keepsOr: { active: () => true, keeps_closings: () => false },
  unclearable: ['active', 'keepsClosings'],
  row: (line, at) => {
    if (!/^[a-z0-9-]+$/.test(line.key) || reservedServiceKeys.includes(line.key))
      throw new Refusal('key', `is not of a-z, 0-9 and -, or is one of ${reservedServiceKeys.join(', ')}`)
    return {
      key: line.key,
      name: line.name.trim(),
      description: line.description ?? null,
      duration_minutes: line.durationMinutes,
      buffer_minutes: line.bufferMinutes ?? 0,
      weekly_hours: checkWeeklyHours(line.weeklyHours),
      closed_days: (line.closedDays ?? []).map(day => dayOf(at.instant(day, 'closedDays'), at.place.timeZone)),
      notice_minutes: (line.noticeHours ?? 0) * 60,
      horizon_days: line.horizonDays,
      active: line.active ?? null,
      keeps_closings: line.keepsClosings ?? null,
    }
  },
})

const bookingInvitation = defineRecordType({
  type: 'bookingInvitation',
  table: 'booking_invitation',
  level: 'contact',
  fields: {
    contact: Type.Optional(Reference),
    ticket: Type.Optional(Reference),
    service: Reference,
    key: Type.Optional(Type.String()),
    address: Text,
    phone: Text,
    email: Email,
    language: Type.Optional(Language),
    expiresOn: Type.Optional(When),
    withdrawn: Type.Optional(Type.Boolean()),
  },
  descriptions: {
    service: 'The externalId of the bookable service.',
    key: 'The key of the link `/appointments/{portal}/{key}`, at least 22 random characters. Never answered; absent, one is made.',
    address: 'Where the visit takes place.',
    phone: 'The phone number to fill in.',
    email: 'The address to which the link is mailed on request.',
    language: 'The language of the mail.',
    expiresOn: 'The last day or moment at which it can be used.',
    withdrawn: 'Whether it can no longer be used. Default: false.',
  },
  parents: [parents.ticket, parents.contact],
  references: [serviceReference],
  keyPurpose: eventKeyPurpose,
  unclearable: ['key'],
  reads: { expiresOn: dayColumn('t.expires_at', { end: true }) },
  columns: {
    address: 'text',
    phone: 'text',
    email: 'text',
    language: 'text',
    expires_at: 'timestamptz',
    withdrawn: 'boolean',
  },
  row: (line, at) => ({
    address: line.address ?? null,
    phone: line.phone ?? null,
    email: line.email ?? null,
    language: line.language ?? null,
    expires_at: line.expiresOn === undefined ? null : at.instant(endOfDay(line.expiresOn), 'expiresOn').toISOString(),
    withdrawn: line.withdrawn ?? false,
  }),
})

const appointment = defineRecordType({
  type: 'appointment',
  table: 'appointment',
  level: 'portal',
  fields: {
    service: Reference,
    staff: Reference,
    start: When,
    end: When,
    heldUntil: Type.Optional(When),
    companyName: Name,
    phone: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    email: Email,
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    language: Type.Optional(Language),
    key: Type.Optional(Type.String()),
    bookedOn: When,
    cancelledOn: Type.Optional(When),
    doneOn: Type.Optional(When),
    sequence: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  descriptions: {
    service: 'The externalId of the bookable service.',
    staff: 'The externalId of the member of staff who gives it.',
    start: 'When it starts.',
    end: 'When it ends.',
    heldUntil: 'Until when the person is kept free. Default: `end`.',
    companyName: "The customer's company, as typed.",
    phone: "The customer's phone number, as typed.",
    email: "The customer's address, to which the calendar entry is mailed.",
    notes: "The customer's notes.",
    language: 'The language of the mails. Default: `it-IT`.',
    key: 'The key of the link that shows and cancels it, at least 22 random characters. Never answered; absent, one is made.',
    bookedOn: 'When it was booked.',
    cancelledOn: 'When it was cancelled; absent, a cancelled one stays so.',
    doneOn: 'When it was marked as done, of one that is no visit of a customer; absent, a done one stays so.',
    sequence: 'The number of the version of the calendar entry. Absent, it stays.',
  },
  parents: [serviceReference],
  references: [staffReference],
  keyPurpose: eventKeyPurpose,
  unclearable: ['key', 'cancelledOn', 'doneOn', 'sequence'],
  // A booking that the visitor has not confirmed is not an appointment yet.
  rows: 't.confirm_until is null',
  reads: {
    start: instantColumn('t.starts_at'),
    end: instantColumn('t.ends_at'),
    bookedOn: instantColumn('t.booked_at'),
    cancelledOn: instantColumn('t.cancelled_at'),
    doneOn: instantColumn('t.done_at'),
  },
  columns: {
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    held_until: 'timestamptz',
    company_name: 'text',
    phone: 'text',
    email: 'text',
    notes: 'text',
    language: 'text',
    booked_at: 'timestamptz',
    cancelled_at: 'timestamptz',
    done_at: 'timestamptz',
    sequence: 'integer',
  },
  keeps: ['cancelled_at', 'done_at'],
  keepsOr: { sequence: row => (row.cancelled_at === null ? 0 : 1) },
  row: (line, at) => {
    const start = at.instant(line.start, 'start')
    const end = at.instant(line.end, 'end')
    const heldUntil = line.heldUntil === undefined ? end : at.instant(line.heldUntil, 'heldUntil')
    if (end <= start) throw new Refusal('end', 'is not after start')
    if (heldUntil < end) throw new Refusal('heldUntil', 'is before end')
    return {
      starts_at: start.toISOString(),
      ends_at: end.toISOString(),
      held_until: heldUntil.toISOString(),
      company_name: line.companyName.trim(),
      phone: line.phone.trim(),
      email: line.email ?? null,
      notes: line.notes ?? null,
      language: line.language ?? 'it-IT',
      booked_at: at.instant(line.bookedOn, 'bookedOn').toISOString(),
      sequence: line.sequence ?? null,
      done_at: line.doneOn === undefined ? null : at.instant(line.doneOn, 'doneOn').toISOString(),
      cancelled_at: line.cancelledOn === undefined ? null : at.instant(line.cancelledOn, 'cancelledOn').toISOString(),
    }
  },
})

const plannedActivity = defineRecordType({
  type: 'plannedActivity',
  table: 'planned_activity',
  level: 'contact',
  fields: {
    ticket: Type.Optional(Reference),
    contact: Type.Optional(Reference),
    activityTypeName: Name,
    title: Text,
    start: When,
    end: When,
    staff: Type.Optional(Reference),
    address: Text,
    status: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['planned', 'done', 'cancelled'] })),
    email: Email,
    language: Type.Optional(Language),
    notes: Type.Optional(Type.String({ maxLength: 4000 })),
    sequence: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    key: Type.Optional(Type.String()),
    appointment: Type.Optional(Reference),
    bookingInvitation: Type.Optional(Reference),
  },
  descriptions: {
    activityTypeName: 'The kind of work, as the customer sees it.',
    title: 'What is to be done.',
    start: 'When it starts.',
    end: 'When it ends.',
    staff: 'The externalId of the member of staff who does it. Nobody can have two at once.',
    address: 'Where it takes place.',
    status: '`planned`, `done` or `cancelled`. Absent, it stays; a new one is planned.',
    email: 'The address to which the staff mail the visit and its changes when they plan it on their board.',
    language: 'The language of these mails.',
    notes: 'For who makes the visit; no customer sees them.',
    sequence: 'The number of the version of the calendar entry. Absent, it stays.',
    key: 'The key of the link `/tasks/{key}`, at least 22 random characters. Never answered; absent, one is made.',
    appointment: 'The externalId of the appointment from which it comes.',
    bookingInvitation: 'The externalId of the invitation from which it comes.',
  },
  parents: [parents.ticket, parents.contact],
  references: [
    staffReference,
    { field: 'appointment', recordType: 'appointment', column: 'appointment_id' },
    { field: 'bookingInvitation', recordType: 'bookingInvitation', column: 'booking_invitation_id' },
  ],
  keyPurpose: eventKeyPurpose,
  unclearable: ['key', 'status', 'sequence'],
  reads: { start: instantColumn('t.starts_at'), end: instantColumn('t.ends_at') },
  columns: {
    activity_type_name: 'text',
    title: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    address: 'text',
    status: 'text',
    email: 'text',
    language: 'text',
    notes: 'text',
    sequence: 'integer',
  },
  keeps: ['status'],
  keepsOr: { sequence: row => (row.status === 'cancelled' ? 1 : 0) },
  row: (line, at) => {
    const start = at.instant(line.start, 'start')
    const end = at.instant(line.end, 'end')
    if (end <= start) throw new Refusal('end', 'is not after start')
    return {
      activity_type_name: line.activityTypeName.trim(),
      title: line.title ?? null,
      starts_at: start.toISOString(),
      ends_at: end.toISOString(),
      address: line.address ?? null,
      status: line.status ?? null,
      email: line.email ?? null,
      language: line.language ?? null,
      notes: line.notes ?? null,
      sequence: line.sequence ?? null,
    }
  },
})

/** The record types of bookable services, bookings and planned activities, each after those that it references. */
export const appointmentRecords = [bookableService, bookingInvitation, appointment, plannedActivity]
