/** The views that the queue lists, in their order. */
export const listedViews = ['mine', 'unassigned', 'toAnswer', 'waiting', 'dueToday', 'closed', 'all'] as const
