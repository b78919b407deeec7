import {
  type ContractActivity,
  listActivityContracts,
  listServiceContracts,
  listTags,
  type ServiceContract,
  type Tag,
} from '@portico/contract/contracts'
import type { Scope } from '../kernel/access/scope.ts'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { byName } from '../kernel/database/search-words.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { readIds } from '../kernel/http/id-list.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readRange } from '../kernel/time/date-range.ts'
import type { ActivityRow } from './activity-queries.ts'
import { activityContractsOf, type ContractTotals, contractSort, contractTotalsOf } from './queries.ts'
import { allowanceOf, amountText, timeString } from './rules.ts'
import { countServiceContracts, type ServiceRow, serviceContractsOf, serviceSort, tagsOf } from './service-queries.ts'

/** Signs the URL of a file for the reader. */
type Sign = (id: number, name: string) => string

// Build the reply explicitly: rest/spread per row dominated the profile.
const activityAnswer = (row: ActivityRow, sign: Sign): ContractActivity => {
  const { firstName, lastName, profileImage, reportId, reportName } = row
  return {
    id: row.id,
    activityTypeName: row.activityTypeName,
    start: row.start,
    minutes: row.minutes,
    units: row.units,
    addressType: row.addressType,
    activityLocation_Address: row.activityLocation_Address,
    assignedUser: firstName === null || lastName === null ? null : { firstName, lastName, profileImage },
    reportDocumentUrl: reportId === null || reportName === null ? null : sign(reportId, reportName),
  }
}

/** Sorts tags by group and name; those without a group come last. */
const tagsInOrder = (tags: Tag[]): Tag[] =>
  byName(
    byName(tags, ({ name }) => name),
    ({ tagGroupName }) => tagGroupName ?? '\uffff',
  )

const serviceAnswer = ({ documents, packages, tags, ...row }: ServiceRow, sign: Sign): ServiceContract => {
  const ordered = tagsInOrder(tags)
  return {
    ...row,
    tags: ordered,
    tagIds: ordered.map(({ id }) => id),
    wikiElementIds: row.wikiElements.map(({ id }) => id),
    documents: byName(documents, ({ documentName }) => documentName).map(({ fileId, fileName, ...document }) => ({
      ...document,
      url: sign(fileId, fileName),
    })),
    packages: packages.map(({ activities, inHours, amount, residual, id, name }) => ({
      id,
      name,
      unitsText: amountText(inHours, amount),
      residualText: amountText(inHours, residual),
      ...allowanceOf({ inHours, amount, residual }),
      activities: activities.map(activity => activityAnswer(activity, sign)),
    })),
  }
}

const totalHeaders = (totals: ContractTotals) => ({
  'total-count': totals.count,
  'total-active': totals.active,
  'total-minutes': totals.minutes,
  'total-minutes-amount': totals.minutesAmount,
  'total-units': totals.units,
  'total-units-amount': totals.unitsAmount,
  'active-minutes': totals.activeMinutes,
  'active-minutes-amount': totals.activeMinutesAmount,
  'active-units': totals.activeUnits,
  'active-units-amount': totals.activeUnitsAmount,
  ...(totals.nextEnd !== null && { 'next-end': totals.nextEnd }),
})

export const contractRoutes = (app: App): void => {
  const { signedUrls } = app.deps
  const signFor =
    (scope: Scope, now: Date): Sign =>
    (id, name) =>
      signedUrls.sign({ id, name }, scope, now)

  route(app, listActivityContracts, async ({ db, scope, query, now, request, reply }) => {
    const defaultSort = '-start'
    const filter = { range: readRange(query, scope.timeZone), active: query.status === 'active', now }
    const page = readPage(query, contractSort, { defaultSort, id: 'c.id' })
    const rows = await activityContractsOf(db, scope, filter, page)
    if (query.count === '1') reply.headers(totalHeaders(await contractTotalsOf(db, scope, filter)))
    const sign = signFor(scope, now)
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(
      ({ inHours, amount, residual, activities, ...row }) => ({
        ...row,
        activityContractType: inHours ? 0 : 1,
        residual_Time_String: inHours ? timeString(residual) : null,
        hoursAmount: inHours ? amount / 60 : null,
        ...allowanceOf({ inHours, amount, residual }),
        activities: activities.map(activity => activityAnswer(activity, sign)),
      }),
    )
  })

  route(app, listServiceContracts, async ({ db, scope, query, now, request, reply }) => {
    const defaultSort = '-activeFrom'
    const range = readRange(query, scope.timeZone)
    const filter = { range, active: query.status === 'active', now, tagIds: readIds(query.tagIds, 'query.tagIds') }
    const page = readPage(query, serviceSort, { defaultSort, id: 'c.id' })
    const rows =
      (await serviceContractsOf(db, scope, filter, page)) ??
      failAt('not_found', 'query.tagIds', 'names a tag that is not there')
    await answerCount(db, query, reply, () => countServiceContracts(scope, filter))
    const sign = signFor(scope, now)
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(row => serviceAnswer(row, sign))
  })

  route(app, listTags, async ({ db, params }) => (await tagsOf(db, params.company)) ?? fail('not_found'))
}
