export const staffQueue = {
  title: 'Queue',
  viewsLabel: 'Views of the queue',
  views: {
    mine: 'Mine',
    unassigned: 'Unassigned',
    toAnswer: 'To answer',
    waiting: 'Waiting for the customer',
    dueToday: 'Due today',
    closed: 'Closed',
    all: 'All',
  },
}
