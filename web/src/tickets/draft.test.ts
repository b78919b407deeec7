import { beforeEach, describe, expect, it } from 'vitest'
import { isReplyDraft, isTicketDraft, readDraft, saveDraft, unsentReplies } from './draft.ts'
import { readNewTicketSearch } from './new/new-ticket-search.ts'

const draft = {
  title: 'VPN',
  taskTypeId: null,
  asset: { id: 3, name: 'Office – NAS' },
  description: '<p>x</p>',
  files: [{ id: 9, name: 'a.png', url: '/api/files/9/a.png' }],
}

describe('draft', () => {
  beforeEach(() => sessionStorage.clear())

  it('is read as it was saved, until it is deleted', () => {
    saveDraft('ticket.1', draft)
    expect(readDraft('ticket.1', isTicketDraft)).toEqual(draft)
    expect(readDraft('ticket.2', isTicketDraft)).toBeNull()
    const attempted = { ...draft, attempt: { body: '{}', key: 'k' } }
    saveDraft('ticket.1', attempted)
    expect(readDraft('ticket.1', isTicketDraft)).toEqual(attempted)
    saveDraft('ticket.1', null)
    expect(readDraft('ticket.1', isTicketDraft)).toBeNull()
  })

  it('ignores stored values that are not a draft', () => {
    saveDraft('reply.1', { message: 'x', cc: '', files: [{ id: '9' }] })
    expect(readDraft('reply.1', isReplyDraft)).toBeNull()
    sessionStorage.setItem('draft.reply.1', '{')
    expect(readDraft('reply.1', isReplyDraft)).toBeNull()
  })
})

describe('unsentReplies', () => {
  beforeEach(() => sessionStorage.clear())

  it('has each reply once, in order, per user and ticket, until it is dropped', () => {
    const reply = (key: string, message = key) => ({ key, message, cc: '', files: [] })
    const unsent = unsentReplies(1, 7)
    unsent.save(reply('a'))
    unsent.save(reply('b'))
    unsent.save(reply('a', 'again'))
    expect(unsentReplies(1, 7).read()).toEqual([reply('b'), reply('a', 'again')])
    expect(unsentReplies(2, 7).read()).toEqual([])
    expect(unsentReplies(1, 8).read()).toEqual([])
    unsent.drop('b')
    expect(unsent.read()).toEqual([reply('a', 'again')])
    unsent.drop('a')
    expect(sessionStorage).toHaveLength(0)
  })

  it('ignores stored values that are not replies', () => {
    sessionStorage.setItem('draft.unsent.1.7', JSON.stringify({ replies: [{ message: 'x', cc: '', files: [] }] }))
    expect(unsentReplies(1, 7).read()).toEqual([])
  })
})

describe('readNewTicketSearch', () => {
  it('reads a title and an asset, and ignores invalid values', () => {
    expect(readNewTicketSearch({ title: 'VPN', wikiElementId: '12' })).toEqual({ title: 'VPN', wikiElementId: 12 })
    expect(readNewTicketSearch({ title: 131 })).toEqual({ title: '131' })
    expect(readNewTicketSearch({ title: {}, wikiElementId: -1 })).toEqual({})
  })
})
