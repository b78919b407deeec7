/** How the state of a ticket looks: an open one that has an assignee is in progress. */
export const ticketStatus = ({ step, assignee }: { step: { taskStatus: number }; assignee: unknown }) => {
  if (step.taskStatus === 2) return 'closed'
  if (step.taskStatus === 1) return 'pending'
  return assignee ? 'progress' : 'open'
}
