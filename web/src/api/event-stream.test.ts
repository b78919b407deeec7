import { expect, it } from 'vitest'
import { eventReader, type ServerEvent } from './event-stream.ts'

const read = (...pieces: string[]) => {
  const events: ServerEvent[] = []
  const feed = eventReader(event => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

const created = { id: '7-1', type: 'ticket.created', data: '{"ticketId":3}' }

it('reads a message, whatever its lines end with', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(read(['id: 7-1', 'event: ticket.created', 'data: {"ticketId":3}', '', ': next'].join(end))).toEqual([
      created,
    ])
})

it('reads a message that comes letter by letter', () => {
  expect(read(...'id: 7-1\r\nevent: ticket.created\r\ndata: {"ticketId":3}\r\n\r\n')).toEqual([created])
})

it('gives nothing for comments, unfinished messages and messages without data', () => {
  expect(read(': hello\n\n', 'event: ticket.created\n\n', 'data: half')).toEqual([])
})

it('keeps the id for the messages after it, and the lines of data apart', () => {
  expect(read('id: 1\ndata: a\n\ndata: b\ndata:c\n\n')).toEqual([
    { id: '1', type: 'message', data: 'a' },
    { id: '1', type: 'message', data: 'b\nc' },
  ])
})
