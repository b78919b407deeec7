import { describe, expect, it } from 'vitest'
import { isNarrowed, readTicketFilter, ticketQuery, webUserIdsOf, widened } from './ticket-filter.ts'

describe('readTicketFilter', () => {
  it('reads every filter', () => {
    const search = { filter: '2', from: '2026-01-01', to: '2026-03-31', wikiFilter: 'nas', webUserIds: '4,7', q: 'vpn' }
    expect(readTicketFilter({ ...search, sort: 'title' })).toEqual({ ...search, filter: 2, sort: 'title' })
  })

  it('accepts values that the router parsed as numbers', () => {
    expect(readTicketFilter({ filter: 2, webUserIds: 7, q: 1284 })).toEqual({ filter: 2, webUserIds: '7', q: '1284' })
  })

  it('drops defaults and invalid values', () => {
    expect(
      readTicketFilter({ filter: 1, from: '2026-02-30', to: 'x', webUserIds: '0,-1,a', q: '  ', sort: '-createdOn' }),
    ).toEqual({})
    expect(readTicketFilter({ filter: 3, sort: 'assignedUser', other: 1 })).toEqual({})
  })

  it('swaps the ends of a reversed range', () => {
    expect(readTicketFilter({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  })

  it('drops duplicate colleagues', () => {
    expect(webUserIdsOf(readTicketFilter({ webUserIds: '7,4,7' }))).toEqual([7, 4])
  })
})

describe('ticketQuery', () => {
  it('queries open tickets, newest first, by default', () => {
    expect(ticketQuery({}, true)).toEqual({ status: 'open', sort: '-createdOn' })
    expect(ticketQuery({ filter: 2, sort: 'title', q: 'x' }, true)).toEqual({ status: 'all', sort: 'title', q: 'x' })
  })

  it('drops the asset filter for users who may not see assets', () => {
    expect(ticketQuery({ wikiFilter: 'nas' }, true).wikiFilter).toBe('nas')
    expect(ticketQuery({ wikiFilter: 'nas' }, false)).not.toHaveProperty('wikiFilter')
  })
})

describe('widened', () => {
  it('removes all filters but status and order', () => {
    expect(widened({ filter: 2, sort: 'title', q: 'x', from: '2026-01-01' })).toEqual({ filter: 2, sort: 'title' })
    expect(isNarrowed(widened({ q: 'x' }))).toBe(false)
    expect(isNarrowed({ filter: 2, webUserIds: '1' })).toBe(true)
  })
})
