import type { ActivityContract, ContractActivity, ServiceContract, Tag } from '@portico/contract/contracts'
import { byName } from '../kernel/database/search-words.ts'
import type { ActivityRow } from './activity-queries.ts'
import type { ContractRow } from './queries.ts'
import { allowanceOf, amountText, timeString } from './rules.ts'
import type { ServiceRow } from './service-queries.ts'

/** Signs the URL of a file for the reader. */
export type Sign = (id: number, name: string) => string

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

/** A service contract as its customer reads it. */
export const serviceAnswer = ({ documents, packages, tags, ...row }: ServiceRow, sign: Sign): ServiceContract => {
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

/** An activity contract as its customer reads it. */
export const contractAnswer = (
  { inHours, amount, residual, activities, ...row }: ContractRow,
  sign: Sign,
): ActivityContract => ({
  ...row,
  activityContractType: inHours ? 0 : 1,
  residual_Time_String: inHours ? timeString(residual) : null,
  hoursAmount: inHours ? amount / 60 : null,
  ...allowanceOf({ inHours, amount, residual }),
  activities: activities.map(activity => activityAnswer(activity, sign)),
})
