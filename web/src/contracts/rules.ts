import type { ActivityContract, ContractPackage, Tag } from '@portico/contract/contracts'

type Validity = { isExpired: boolean; expiring30Days: boolean; end: string | null }

/** The look of a contract's state. A service contract may be active after its end. */
export const statusKind = ({ isExpired, expiring30Days, end }: Validity, now = Date.now()) => {
  if (isExpired) return 'expired'
  if (expiring30Days) return 'in-expiry'
  return end !== null && Date.parse(end) < now ? 'past-end' : 'active'
}

type Allowance = Pick<
  ActivityContract | ContractPackage,
  'hoursAmountMinutes' | 'residualMinutes' | 'unitAmount' | 'residual_UnitAmount'
>

/** The granted and the remaining amount, in minutes if `inHours`, else in units; `share` is the remaining part, 0 to 1. */
export const readAllowance = ({ hoursAmountMinutes, residualMinutes, unitAmount, residual_UnitAmount }: Allowance) => {
  const inHours = hoursAmountMinutes !== null
  const amount = hoursAmountMinutes ?? unitAmount ?? 0
  const residual = residualMinutes ?? residual_UnitAmount ?? 0
  return { inHours, amount, residual, share: amount > 0 ? residual / amount : 0 }
}

/** Whole days from now until an instant, at least 0. */
export const daysUntil = (instant: string, now = Date.now()) =>
  Math.max(0, Math.floor((Date.parse(instant) - now) / 86_400_000))

/** The options of the tag filter: groups in the order of their names, tags without a group last. */
export const tagsByGroup = (tags: readonly Tag[], locale: string): Tag[] =>
  [...tags].sort((a, b) => {
    if (a.tagGroupName === null || b.tagGroupName === null)
      return Number(a.tagGroupName === null) - Number(b.tagGroupName === null)
    return a.tagGroupName.localeCompare(b.tagGroupName, locale, { numeric: true })
  })

/** A file of a contract: a report of an activity, or a document. */
export type ContractFile = { key: string; title: string; day?: string; url: string }

type Activity = ActivityContract['activities'][number]

export const activityKey = (id: number) => `activity-${id}`
export const documentKey = (id: number) => `document-${id}`

/** The reports of activities, in the same order. */
export const listReports = (activities: readonly Activity[]): ContractFile[] =>
  activities.flatMap(({ id, activityTypeName, start, reportDocumentUrl }) =>
    reportDocumentUrl === null
      ? []
      : [{ key: activityKey(id), title: activityTypeName, day: start, url: reportDocumentUrl }],
  )

/** An activity, with the name of its package if the contract has several. */
export type ListedActivity = Activity & { packageName?: string }

/** The activities of all packages together, newest first. */
export const packageActivities = (packages: readonly ContractPackage[]): ListedActivity[] =>
  packages
    .flatMap(({ name, activities }) =>
      packages.length > 1 ? activities.map(activity => ({ ...activity, packageName: name })) : activities,
    )
    .sort((a, b) => b.start.localeCompare(a.start) || b.id - a.id)
