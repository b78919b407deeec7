import { beforeEach, describe, expect, it } from 'vitest'
import { isReplyDraft, isTicketDraft, keepDraft, readDraft } from './draft.ts'
import { readNewTicketSearch } from './new-ticket-search.ts'

const draft = {
  title: 'VPN',
  taskTypeId: null,
  asset: { id: 3, name: 'Office – NAS' },
  description: '<p>x</p>',
  files: [{ id: 9, name: 'a.png', url: '/api/files/9/a.png' }],
}

describe('draft', () => {
  beforeEach(() => sessionStorage.clear())

  it('comes back as it was kept, until it is forgotten', () => {
    keepDraft('ticket.1', draft)
    expect(readDraft('ticket.1', isTicketDraft)).toEqual(draft)
    expect(readDraft('ticket.2', isTicketDraft)).toBeNull()
    keepDraft('ticket.1', null)
    expect(readDraft('ticket.1', isTicketDraft)).toBeNull()
  })

  it('is not taken from what is none', () => {
    keepDraft('reply.1', { message: 'x', cc: '', files: [{ id: '9' }] })
    expect(readDraft('reply.1', isReplyDraft)).toBeNull()
    sessionStorage.setItem('draft.reply.1', '{')
    expect(readDraft('reply.1', isReplyDraft)).toBeNull()
  })
})

describe('readNewTicketSearch', () => {
  it('takes a title and an asset, and leaves out nonsense', () => {
    expect(readNewTicketSearch({ title: 'VPN', wikiElementId: '12' })).toEqual({ title: 'VPN', wikiElementId: 12 })
    expect(readNewTicketSearch({ title: 131 })).toEqual({ title: '131' })
    expect(readNewTicketSearch({ title: {}, wikiElementId: -1 })).toEqual({})
  })
})
