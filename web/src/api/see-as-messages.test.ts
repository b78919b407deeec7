import { expect, test } from 'vitest'
import { readSeeAsMessage } from './see-as-messages.ts'

const from = { window: { is: 'the opener' }, key: '1-2-3-4' }
const said = {
  about: 'portico-see-as',
  key: from.key,
  says: 'token',
  token: 'see-as_x',
  expiresAt: '2026-03-02T08:45:00Z',
}
const event = { origin: location.origin, source: from.window as unknown as Window, data: said }

test('a message of our own origin, of that window and with its key is read', () => {
  expect(readSeeAsMessage(event, from)).toEqual(said)
  expect(readSeeAsMessage({ ...event, data: { ...said, says: 'ready', more: 1 } }, from)).toEqual({
    about: 'portico-see-as',
    key: from.key,
    says: 'ready',
  })
})

test.each<[string, object]>([
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['another window', { source: {} }],
  ['no window', { source: null }],
  ['another key', { data: { ...said, key: '1-2-3-5' } }],
  ['no key', { data: { ...said, key: undefined } }],
  ['another subject', { data: { ...said, about: 'portico-staff' } }],
  ['no token', { data: { ...said, token: undefined } }],
  ['no text', { data: { ...said, token: { toString: () => 'x' } } }],
  ['another word', { data: { ...said, says: 'give' } }],
  ['nothing', { data: null }],
  ['a text', { data: JSON.stringify(said) }],
])('a message of %s is not', (_, change) => {
  expect(readSeeAsMessage({ ...event, ...change }, from)).toBeUndefined()
})

test('nobody speaks for a window that is not there', () => {
  expect(readSeeAsMessage({ ...event, source: null }, { ...from, window: null })).toBeUndefined()
})
