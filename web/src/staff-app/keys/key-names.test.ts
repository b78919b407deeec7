import { expect, it } from 'vitest'
import { keysOf } from './key-names.ts'

it.each([
  ['j', ['J']],
  ['g c', ['G', 'C']],
  ['Control+Enter', ['Ctrl', '↵']],
  ['Shift+x', ['Maiusc', 'X']],
  ['[', ['[']],
  ['+', ['+']],
  ['Escape', ['Esc']],
])('%j is %j', (name, keys) => expect(keysOf(name, 'Maiusc')).toEqual(keys))
