import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AsyncCombobox } from './async-combobox.tsx'
import type { Option } from './option-list.tsx'
import type { Found } from './use-search.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const labels = {
  placeholder: 'Any asset',
  search: 'Search assets',
  clearSearch: 'Clear search',
  clear: 'Clear',
  loading: 'Searching',
  empty: 'No items found',
  failed: 'Could not be searched',
  retry: 'Try again',
  count: (found: readonly Option[], total: number | undefined) => `${found.length} of ${total ?? found.length} assets`,
}

type Call = {
  term: string
  signal: AbortSignal
  answer: (items: Option<number>[], total?: number) => Promise<void>
  fail: () => Promise<void>
}
const server = () => {
  const calls: Call[] = []
  const load = (term: string, signal: AbortSignal) =>
    new Promise<Found<Option<number>>>((resolve, reject) => {
      calls.push({
        term,
        signal,
        answer: (items, total) => act(async () => resolve({ items, total })),
        fail: () => act(async () => reject(new Error('down'))),
      })
    })
  const call = (index: number) => calls[index] as Call
  return { load, call, terms: () => calls.map(one => one.term) }
}

const Picker = ({ load }: { load: ReturnType<typeof server>['load'] }) => {
  const [value, setValue] = useState<Option<number> | null>(null)
  return <AsyncCombobox label="Asset" value={value} onChange={setValue} load={load} look="filter" labels={labels} />
}
const open = (load: ReturnType<typeof server>['load']) => {
  render(<Picker load={load} />)
  fireEvent.click(screen.getByRole('button', { name: 'Any asset' }))
  return screen.getByRole('combobox', { name: 'Search assets' })
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const zebra = [{ value: 7, text: 'Bottling – Zebra' }]

test('Enter pressed before the options are there chooses the first of them, unless another key follows', async () => {
  const { load, call } = server()
  const field = open(load)
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'z' })
  type(field, 'z')
  pass(200)
  await call(1).answer(zebra)
  expect(screen.getByRole('option')).toBeTruthy()
  type(field, 'ze')
  fireEvent.keyDown(field, { key: 'Enter' })
  pass(200)
  await call(2).answer(zebra)
  expect(screen.getByRole('button', { name: /Zebra/ })).toBeTruthy()
  expect(screen.queryByRole('option')).toBeNull()
})

test('searches when it opens and 200 ms after typing stops', async () => {
  const { load, call, terms } = server()
  const field = open(load)
  expect(terms()).toEqual([''])
  expect(screen.getByRole('status').textContent).toBe('Searching')
  await call(0).answer(zebra)
  type(field, 'z')
  pass(199)
  type(field, 'ze')
  pass(199)
  expect(terms()).toEqual([''])
  pass(1)
  expect(terms()).toEqual(['', 'ze'])
})

test('drops a late result', async () => {
  const { load, call } = server()
  const field = open(load)
  type(field, 'new')
  pass(200)
  expect(call(0).signal.aborted).toBe(true)
  await call(1).answer([{ value: 1, text: 'new one' }])
  await call(0).answer([{ value: 2, text: 'old one' }])
  expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['new one'])
})

test('the clear control resets the term and searches at once', async () => {
  const { load, call, terms } = server()
  const field = open(load)
  await call(0).answer(zebra)
  type(field, 'xyz')
  pass(200)
  await call(1).answer([])
  expect(screen.getByRole('status').textContent).toBe('No items found')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect((field as HTMLInputElement).value).toBe('')
  expect(terms()).toEqual(['', 'xyz', ''])
})

test('shows a failure and retries', async () => {
  const { load, call, terms } = server()
  open(load)
  await call(0).fail()
  expect(screen.getByRole('alert').textContent).toContain('Could not be searched')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(terms()).toEqual(['', ''])
  await call(1).answer(zebra)
  expect(screen.getByText('1 of 1 assets')).toBeTruthy()
})

test('shows the total, not the number of loaded options', async () => {
  const { load, call } = server()
  open(load)
  await call(0).answer(zebra, 2000)
  expect(screen.getByText('1 of 2000 assets')).toBeTruthy()
})

test('choosing shows the text and closes it; Enter waits for the result of the typed term', async () => {
  const { load, call } = server()
  const field = open(load)
  await call(0).answer(zebra)
  type(field, 'zt')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('listbox')).not.toBeNull()
  pass(200)
  await call(1).answer([{ value: 9, text: 'Bottling – ZT411' }])
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('listbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Bottling – ZT411' }))
  await call(2).answer([...zebra, { value: 9, text: 'Bottling – ZT411' }])
  expect(screen.getByRole('option', { name: 'Bottling – ZT411' }).getAttribute('aria-selected')).toBe('true')
})
