import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSelection } from './use-selection.ts'

afterEach(cleanup)

const rows = [1, 2, 3, 4, 5].map(id => ({ id }))
const start = () => renderHook(({ rows, list }) => useSelection(rows, list), { initialProps: { rows, list: 'mine' } })
const ids = ({ current }: { current: ReturnType<typeof useSelection> }) => current.selected.map(({ id }) => id)

it('selects one, and a range in either direction from the last one', () => {
  const { result } = start()
  act(() => result.current.select(4))
  act(() => result.current.select(2, true))
  expect(ids(result)).toEqual([2, 3, 4])
  act(() => result.current.select(3))
  expect(ids(result)).toEqual([2, 4])
})

it('forgets a row that has left the list, and everything in another list', () => {
  const { result, rerender } = start()
  act(() => result.current.select(1))
  act(() => result.current.select(2))
  rerender({ rows: rows.slice(1), list: 'mine' })
  expect(ids(result)).toEqual([2])
  rerender({ rows, list: 'all' })
  expect(ids(result)).toEqual([])
  act(() => result.current.keep([3]))
  expect(ids(result)).toEqual([3])
})
