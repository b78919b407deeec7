import { expect, test } from 'vitest'
import { queueQuery, readQueueSearch } from './queue-search.ts'

test('what the server does not know never reaches it, and malformed values are left out', () => {
  const address = { view: 'mine', q: 1269, portal: '', contact: -1, assignee: 7, type: 3, sort: 'id', utm: 'mail' }
  expect(readQueueSearch(address)).toEqual({ view: 'mine', q: '1269', assignee: 7, type: 3 })
  expect(queueQuery({ view: 'closed', ...{ utm: 'mail' } })).toEqual({ view: 'closed' })
})

test('a text is searched in all tickets; an address without a view shows what has to be answered', () => {
  expect(queueQuery({ view: 'mine', q: 'toner' })).toEqual({ view: 'all', q: 'toner' })
  expect(queueQuery({})).toEqual({ view: 'toAnswer' })
})
