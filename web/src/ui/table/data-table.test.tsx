import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-column.ts'

type Row = { id: number; title: string; folder: string }
const rows: Row[] = [
  { id: 1, title: 'Pump', folder: 'Cellar' },
  { id: 2, title: 'Valve', folder: 'Cellar' },
  { id: 3, title: 'Lamp', folder: 'Office' },
]
const columns: Column<Row>[] = [
  { id: 'id', header: 'Number', cell: row => `#${row.id}`, sort: 'descending', card: 'start' },
  { id: 'title', header: 'Title', cell: row => <a href={`/${row.id}`}>{row.title}</a>, card: 'title' },
  {
    id: 'next',
    header: 'Next',
    cell: () => '',
    card: 'meta',
    cardLabel: 'Next',
    prio: 3,
    isEmpty: row => row.id === 2,
  },
]
const base = { caption: 'Things', columns, rows, keyOf: (row: Row) => row.id, loadingLabel: 'Loading' }

let intersect: () => void
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        intersect = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {
        intersect = () => {}
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('has a name, column headers, and the classes and attributes of its cells', () => {
  render(<DataTable {...base} rowAttributes={row => ({ className: 'ticket-row', 'data-status': `s${row.id}` })} />)
  const table = screen.getByRole('table', { name: 'Things' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(head => head.textContent),
  ).toEqual(['Number', 'Title', 'Next'])
  const second = screen.getByRole('row', { name: /Valve/ })
  expect(second.className).toBe('ticket-row')
  expect(second.dataset.status).toBe('s2')
  const cell = within(second).getAllByRole('cell')[2]
  expect(cell?.dataset).toMatchObject({ card: 'meta', label: 'Next', prio: '3', empty: 'true' })
})

test('sort buttons have the direction, and a second press reverses it', async () => {
  const onSort = vi.fn()
  const view = render(<DataTable {...base} onSort={onSort} />)
  const head = () => screen.getByRole('columnheader', { name: 'Number' })
  expect(head().getAttribute('aria-sort')).toBe('none')
  expect(screen.getByRole('columnheader', { name: 'Title' }).hasAttribute('aria-sort')).toBe(false)
  await userEvent.click(within(head()).getByRole('button'))
  expect(onSort).toHaveBeenLastCalledWith({ column: 'id', direction: 'descending' })
  view.rerender(<DataTable {...base} onSort={onSort} sort={{ column: 'id', direction: 'descending' }} />)
  expect(head().getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(within(head()).getByRole('button'))
  expect(onSort).toHaveBeenLastCalledWith({ column: 'id', direction: 'ascending' })
})

test('while loading it has headers and a skeleton, and is busy', () => {
  render(<DataTable {...base} rows={undefined} skeletonRows={4} />)
  expect(screen.getAllByRole('columnheader')).toHaveLength(3)
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(document.querySelectorAll('tbody tr')).toHaveLength(4)
  expect(screen.queryAllByRole('cell')).toHaveLength(0)
})

test('each group has one heading, and the selected row is marked', () => {
  render(<DataTable {...base} groupOf={row => row.folder} selected={3} />)
  expect(screen.getAllByRole('rowheader').map(head => head.textContent)).toEqual(['Cellar', 'Office'])
  expect(screen.getByRole('row', { name: /Lamp/ }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('row', { name: /Pump/ }).getAttribute('aria-selected')).toBe('false')
})

test('loads the next page at the end, not while loading, and offers Retry after a failure', async () => {
  const onMore = vi.fn()
  const labels = { loading: 'More is coming', failed: 'Could not be loaded', retry: 'Try again' }
  const more = { hasMore: true, loading: false, failed: false, onMore, labels }
  const view = render(<DataTable {...base} more={more} />)
  act(() => intersect())
  expect(onMore).toHaveBeenCalledTimes(1)
  view.rerender(<DataTable {...base} more={{ ...more, loading: true }} />)
  expect(screen.getByRole('status').textContent).toBe('More is coming')
  act(() => intersect())
  expect(onMore).toHaveBeenCalledTimes(1)
  view.rerender(<DataTable {...base} more={{ ...more, failed: true }} />)
  expect(screen.getByRole('alert').textContent).toContain('Could not be loaded')
  act(() => intersect())
  expect(onMore).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onMore).toHaveBeenCalledTimes(2)
  view.rerender(<DataTable {...base} more={{ ...more, hasMore: false }} />)
  act(() => intersect())
  expect(onMore).toHaveBeenCalledTimes(2)
})
