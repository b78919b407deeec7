import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchInput } from './search-input.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })

test('searches once, for the trimmed text, 200 ms after typing stops', () => {
  const onSearch = vi.fn()
  render(<SearchInput label="Find" value="" onSearch={onSearch} />)
  type('fa')
  vi.advanceTimersByTime(199)
  type(' fat ')
  vi.advanceTimersByTime(199)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch.mock.calls).toEqual([['fat']])
})

test('takes over a value that changes from outside without searching', () => {
  const onSearch = vi.fn()
  const view = render(<SearchInput label="Find" value="pump" onSearch={onSearch} />)
  view.rerender(<SearchInput label="Find" value="" onSearch={onSearch} />)
  vi.advanceTimersByTime(500)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(onSearch).not.toHaveBeenCalled()
})
