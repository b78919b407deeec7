/** What staff may do, least first: each role includes those before it. */
export const staffRoles = ['technician', 'office', 'administrator'] as const
/** One of {@link staffRoles}. */
export type StaffRole = (typeof staffRoles)[number]

/** Whether a role includes another. */
export const hasRole = (role: StaffRole, least: StaffRole): boolean =>
  staffRoles.indexOf(role) >= staffRoles.indexOf(least)
