import type { NewTime, StaffTicket, TimeSource } from '@portico/contract/staff/tickets'

/** The time of an answer or note as it is typed. `source` is the key of a contract or package; '': of none. */
export type WorkedTime = { minutes: string; activity: string; source: string }

/** The key of a contract or package that time is taken from. */
export const sourceKey = ({ activityContractId, contractPackageId }: TimeSource) =>
  activityContractId === null ? `package ${contractPackageId}` : `contract ${activityContractId}`

const dayMinutes = 24 * 60

/** The minutes that are typed: a number, or hours and minutes as `1:30`; null if it is neither, or none. */
export const typedMinutes = (typed: string) => {
  const [, hours, minutes] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(typed) ?? []
  const whole =
    hours && minutes ? Number(hours) * 60 + Number(minutes) : /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0
  return whole >= 1 && whole <= dayMinutes ? whole : null
}

/** The time to note, undefined where none is typed. */
export const timeOf = (
  { minutes, activity, source }: WorkedTime,
  sources: readonly TimeSource[],
): NewTime | undefined => {
  const typed = typedMinutes(minutes)
  if (typed === null) return undefined
  const from = sources.find(one => sourceKey(one) === source)
  return {
    minutes: typed,
    activityTypeName: activity.trim(),
    activityContractId: from?.activityContractId ?? null,
    contractPackageId: from?.contractPackageId ?? null,
  }
}

/** What is left of a source after the time that is typed; undefined where it is taken from none. */
export const leftAfter = ({ minutes, source }: WorkedTime, sources: readonly TimeSource[]) => {
  const from = sources.find(one => sourceKey(one) === source)
  return from && from.residualMinutes - (typedMinutes(minutes) ?? 0)
}

const lastActivity = 'staff-activity'

/** The activity that this browser has noted last. */
export const readActivity = () => {
  try {
    return localStorage.getItem(lastActivity) ?? ''
  } catch {
    return ''
  }
}

/** Remembers the activity for the next time. */
export const keepActivity = (name: string) => {
  try {
    localStorage.setItem(lastActivity, name)
  } catch {
    // Then it is typed again.
  }
}

/** The time as it stands before anything is typed: from the contract, if there is only one. */
export const newTime = ({ timeSources }: Pick<StaffTicket, 'timeSources'>, activity: string): WorkedTime => {
  const [only, ...others] = timeSources
  return { minutes: '', activity, source: only && others.length === 0 ? sourceKey(only) : '' }
}
