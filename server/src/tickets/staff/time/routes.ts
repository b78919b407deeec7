import type { Language } from '@portico/contract/language'
import {
  exportCustomerMonth,
  exportTeamWeek,
  exportTimeWeek,
  readCustomerMonth,
  readTeamWeek,
  readTimeWeek,
  type TimeEntry,
} from '@portico/contract/staff/planning/time'
import type { FastifyReply } from 'fastify'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import type { Db } from '../../../kernel/database/db.ts'
import { fail } from '../../../kernel/errors/fail.ts'
import { sendCsv } from '../../../kernel/http/csv.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { clockOf, daySumsOf, staffMemberOf, teamOf, timeCustomerOf, timeEntriesOf } from './queries.ts'
import { type TimeTexts, timeTexts } from './texts.ts'
import { monthOf, weekOf } from './time-range.ts'

const sumOf = (entries: readonly { minutes: number }[]) => entries.reduce((sum, { minutes }) => sum + minutes, 0)
const unassigned = (entries: readonly TimeEntry[]) => sumOf(entries.filter(({ contract }) => contract === null))

/** Hours with two decimals and a comma, as spreadsheets of our languages read a number. */
const hoursText = (minutes: number) => (minutes / 60).toFixed(2).replace('.', ',')
const dayText = (day: string) => day.split('-').reverse().join('/')

const rowOf = (entry: TimeEntry, texts: TimeTexts): (string | number | null)[] => [
  dayText(entry.day),
  entry.staffUser?.displayName ?? null,
  entry.customer.companyName,
  entry.ticket?.ticketNumber ?? null,
  entry.ticket?.title ?? entry.visitTitle,
  entry.activityTypeName,
  entry.contract ?? texts.unassigned,
  entry.minutes,
  hoursText(entry.minutes),
]

type Export = { entries: TimeEntry[]; language: Language | undefined; nameOf: (texts: TimeTexts) => string }

const sendEntries = (reply: FastifyReply, { entries, language, nameOf }: Export) => {
  const texts = timeTexts[language ?? 'it-IT']
  const pages = async function* () {
    yield entries.map(entry => rowOf(entry, texts))
  }
  return sendCsv(reply, `${nameOf(texts)}.csv`, texts.columns, pages())
}

type WeekQuery = { day?: string; staffUser?: number }

/** Registers what the staff read of the time that they noted. */
export const timeRoutes = (app: App): void => {
  const personWeek = async (db: Db, scope: StaffScope, query: WeekQuery, now: Date) => {
    const staffUserId = query.staffUser ?? scope.staffUserId
    if (scope.role === 'technician' && staffUserId !== scope.staffUserId) fail('not_found')
    const staffUser = (await staffMemberOf(db, scope, staffUserId)) ?? fail('not_found')
    const week = weekOf(query.day, await clockOf(db, scope), now)
    return { week, staffUser, entries: await timeEntriesOf(db, scope, { ...week, staffUserId }, week.timeZone) }
  }

  const customerMonth = async (
    db: Db,
    scope: StaffScope,
    { contactId, month }: { contactId: number; month: string | undefined },
    now: Date,
  ) => {
    const customer = (await timeCustomerOf(db, scope, contactId)) ?? fail('not_found')
    const range = monthOf(month, await clockOf(db, scope), now)
    return { customer, range, entries: await timeEntriesOf(db, scope, { ...range, contactId }, range.timeZone) }
  }

  route(app, readTimeWeek, async ({ db, scope, query, now }) => {
    const { week, staffUser, entries } = await personWeek(db, scope, query, now)
    const { days, timeZone } = week
    return {
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      timeZone,
      staffUser,
      minutes: sumOf(entries),
      unassignedMinutes: unassigned(entries),
      days: days.map(day => ({ day, minutes: sumOf(entries.filter(entry => entry.day === day)) })),
      entries,
    }
  })

  route(app, exportTimeWeek, async ({ db, scope, query, now, reply }) => {
    const { week, entries } = await personWeek(db, scope, query, now)
    return sendEntries(reply, { entries, language: query.language, nameOf: texts => `${texts.week}-${week.days[0]}` })
  })

  route(app, readTeamWeek, async ({ db, scope, query, now }) => {
    const week = weekOf(query.day, await clockOf(db, scope), now)
    const { days, timeZone } = week
    const sums = await daySumsOf(db, scope, week, timeZone)
    const team = await teamOf(db, scope, [...new Set(sums.map(({ staffUserId }) => staffUserId))])
    const people = team.map(staffUser => {
      const own = sums.filter(({ staffUserId }) => staffUserId === staffUser.id)
      return {
        staffUser,
        minutes: sumOf(own),
        unassignedMinutes: own.reduce((sum, { unassignedMinutes }) => sum + unassignedMinutes, 0),
        days: days.map(day => sumOf(own.filter(sum => sum.day === day))),
      }
    })
    return {
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      timeZone,
      minutes: sumOf(people),
      unassignedMinutes: people.reduce((sum, { unassignedMinutes }) => sum + unassignedMinutes, 0),
      people,
    }
  })

  route(app, exportTeamWeek, async ({ db, scope, query, now, reply }) => {
    const week = weekOf(query.day, await clockOf(db, scope), now)
    const entries = await timeEntriesOf(db, scope, week, week.timeZone)
    return sendEntries(reply, { entries, language: query.language, nameOf: texts => `${texts.team}-${week.days[0]}` })
  })

  route(app, readCustomerMonth, async ({ db, scope, params, query, now }) => {
    const { customer, range, entries } = await customerMonth(
      db,
      scope,
      { contactId: params.contactid, month: query.month },
      now,
    )
    const names = [...new Set(entries.flatMap(({ contract }) => contract ?? []))].sort((a, b) => a.localeCompare(b))
    return {
      month: (range.days[0] ?? '').slice(0, 7),
      timeZone: range.timeZone,
      customer,
      minutes: sumOf(entries),
      unassignedMinutes: unassigned(entries),
      contracts: names.map(name => ({ name, minutes: sumOf(entries.filter(({ contract }) => contract === name)) })),
      entries,
    }
  })

  route(app, exportCustomerMonth, async ({ db, scope, params, query, now, reply }) => {
    const asked = { contactId: params.contactid, month: query.month }
    const { range, entries } = await customerMonth(db, scope, asked, now)
    const month = (range.days[0] ?? '').slice(0, 7)
    return sendEntries(reply, { entries, language: query.language, nameOf: texts => `${texts.month}-${month}` })
  })
}
