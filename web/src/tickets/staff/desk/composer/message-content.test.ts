import { expect, test } from 'vitest'
import { isBlank, joinContents, noContent } from './message-content.ts'
import { usualCopies } from './use-composer.ts'

const file = { id: 1, name: 'a.png', url: '/a' }

test('a content is blank without text and files; its copy list alone is nothing', () => {
  expect(isBlank({ ...noContent, message: '<p><br></p>', cc: 'a@b.example' })).toBe(true)
  expect(isBlank({ ...noContent, files: [file] })).toBe(false)
  expect(isBlank({ ...noContent, message: '<p>x</p>' })).toBe(false)
})

test('what is given back stands before what was written since, with each file once', () => {
  const back = { message: '<p>a</p>', cc: '', files: [file] }
  const then = { message: '<p>b</p>', cc: 'a@b.example', files: [file, { ...file, id: 2 }] }
  expect(joinContents(back, then)).toEqual({
    message: '<p>a</p><p>b</p>',
    cc: 'a@b.example',
    files: [file, { ...file, id: 2 }],
  })
})

test('an answer goes on to the copies of the newest message that has some', () => {
  const comments = [{ cc: 'old@a.example' }, { cc: 'new@a.example' }, { cc: null }]
  expect(usualCopies({ comments } as never)).toBe('new@a.example')
  expect(usualCopies({ comments: [] })).toBe('')
})
