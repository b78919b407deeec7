import type { ActivityContract, ContractPackage, Tag } from '@portico/contract/contracts'

type Validity = { isExpired: boolean; expiring30Days: boolean; end: string | null }

/** How a contract is shown (spec 4; decisions 7). A service contract may be active although its end has passed. */
export const statusKind = ({ isExpired, expiring30Days, end }: Validity, now = Date.now()) => {
  if (isExpired) return 'expired'
  if (expiring30Days) return 'in-expiry'
  return end !== null && Date.parse(end) < now ? 'past-end' : 'active'
}

type Allowance = Pick<
  ActivityContract | ContractPackage,
  'hoursAmountMinutes' | 'residualMinutes' | 'unitAmount' | 'residual_UnitAmount'
>

/** What is granted and what is left of it, in minutes where `inHours`, else in units; `share` is what is left, 0 to 1. */
export const grantOf = ({ hoursAmountMinutes, residualMinutes, unitAmount, residual_UnitAmount }: Allowance) => {
  const inHours = hoursAmountMinutes !== null
  const amount = hoursAmountMinutes ?? unitAmount ?? 0
  const residual = residualMinutes ?? residual_UnitAmount ?? 0
  return { inHours, amount, residual, share: amount > 0 ? residual / amount : 0 }
}

/** Whole days from now until an instant; 0 on its own day's last hours. */
export const daysUntil = (instant: string, now = Date.now()) =>
  Math.max(0, Math.floor((Date.parse(instant) - now) / 86_400_000))

/** Tags as a filter lists them: under the names of their groups, which come by name, and those of no group last. */
export const tagsByGroup = (tags: readonly Tag[], locale: string): Tag[] =>
  [...tags].sort((a, b) => {
    if (a.tagGroupName === null || b.tagGroupName === null)
      return Number(a.tagGroupName === null) - Number(b.tagGroupName === null)
    return a.tagGroupName.localeCompare(b.tagGroupName, locale, { numeric: true })
  })

/** A file that a contract leads to: a report of one of its activities, or a document of its own. */
export type ContractFile = { key: string; title: string; day?: string; url: string }

type Activity = ActivityContract['activities'][number]

export const activityKey = (id: number) => `activity-${id}`
export const documentKey = (id: number) => `document-${id}`

/** The reports of activities, in their order. */
export const reportsOf = (activities: readonly Activity[]): ContractFile[] =>
  activities.flatMap(({ id, activityTypeName, start, reportDocumentUrl }) =>
    reportDocumentUrl === null
      ? []
      : [{ key: activityKey(id), title: activityTypeName, day: start, url: reportDocumentUrl }],
  )

/** An activity as tables show it, with the name of its package where there are several. */
export type ShownActivity = Activity & { packageName?: string }

/** The activities of all packages together, newest first. */
export const packageActivities = (packages: readonly ContractPackage[]): ShownActivity[] =>
  packages
    .flatMap(({ name, activities }) =>
      packages.length > 1 ? activities.map(activity => ({ ...activity, packageName: name })) : activities,
    )
    .sort((a, b) => b.start.localeCompare(a.start) || b.id - a.id)
