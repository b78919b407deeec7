import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DateRange, noRange } from './date-range.ts'
import { DateRangePicker } from './date-range-picker.tsx'

afterEach(cleanup)

const labels = {
  any: 'Any date',
  dialog: 'Choose a date range',
  clear: 'Clear dates',
  start: 'Start',
  end: 'End',
  to: 'to',
  typed: 'DD/MM/YYYY',
  days: (count: number) => `${count} days`,
  presets: {
    none: 'None',
    today: 'Today',
    yesterday: 'Yesterday',
    currentWeek: 'Current week',
    lastWeek: 'Last week',
    currentMonth: 'Current month',
    lastMonth: 'Last month',
    currentYear: 'Current year',
    lastYear: 'Last year',
  },
}
const october = { start: '2026-10-01', end: '2026-10-31' }
const seen = vi.fn()

const Picker = ({ initial }: { initial: DateRange }) => {
  const [range, setRange] = useState(initial)
  return (
    <>
      <DateRangePicker
        value={range}
        onChange={next => {
          seen(next)
          setRange(next)
        }}
        locale="en"
        labels={labels}
        today="2026-11-19"
      />
      <button type="button">elsewhere</button>
    </>
  )
}
const dialog = () => screen.findByRole('dialog', { name: 'Choose a date range' })
const isClosed = () => screen.queryByRole('dialog') === null
const open = async (initial: DateRange) => {
  seen.mockClear()
  render(<Picker initial={initial} />)
  await userEvent.tab()
  const panel = within(await dialog())
  await panel.findByRole('button', { name: 'Today' })
  return panel
}

test('opens on focus, shows two months, and highlights the preset that matches', async () => {
  const panel = await open(october)
  expect(panel.getAllByRole('grid')).toHaveLength(2)
  expect(panel.getByText('October 2026')).toBeTruthy()
  expect(panel.getByText('November 2026')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Last month' }).getAttribute('aria-pressed')).toBe('true')
  expect(panel.getByRole('button', { name: 'Today' }).getAttribute('aria-pressed')).toBe('false')
  expect(panel.getByText('31 days')).toBeTruthy()
})

test('a preset sets the range and closes; the returned focus does not open it again', async () => {
  const panel = await open(noRange)
  await userEvent.click(panel.getByRole('button', { name: 'Last week' }))
  expect(seen).toHaveBeenCalledExactlyOnceWith({ start: '2026-11-09', end: '2026-11-15' })
  expect(isClosed()).toBe(true)
  const trigger = screen.getByRole('button', { name: '09 Nov 2026 – 15 Nov 2026' })
  expect(document.activeElement).toBe(trigger)
})

test('clear resets both ends and closes it', async () => {
  await open(october)
  await userEvent.click(screen.getByRole('button', { name: 'Clear dates' }))
  expect(seen).toHaveBeenCalledExactlyOnceWith({ start: '', end: '' })
  expect(isClosed()).toBe(true)
  expect(screen.getByRole('button', { name: 'Any date' })).toBeTruthy()
})

test('a press outside closes it and applies a typed day', async () => {
  const panel = await open(noRange)
  await userEvent.type(panel.getByRole('textbox', { name: 'Start' }), '5-11-26')
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  expect(isClosed()).toBe(true)
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-11-05', end: '' })
})

test('typed and pasted days are applied; other text becomes empty', async () => {
  const panel = await open(noRange)
  const start = panel.getByRole('textbox', { name: 'Start' })
  const end = panel.getByRole('textbox', { name: 'End' })
  await userEvent.type(start, '03/11/2026')
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-11-03', end: '' })
  await userEvent.click(end)
  await userEvent.paste('07/11/2026')
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-11-03', end: '2026-11-07' })
  await userEvent.clear(end)
  await userEvent.type(end, 'soon{Enter}')
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-11-03', end: '' })
  expect((end as HTMLInputElement).value).toBe('')
})

test('with one end set, one calendar is shown for the other', async () => {
  const panel = await open({ start: '2026-11-03', end: '' })
  expect(panel.getAllByRole('grid')).toHaveLength(1)
  await userEvent.click(panel.getByRole('button', { name: /November 20, 2026/ }))
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-11-03', end: '2026-11-20' })
  expect(panel.getAllByRole('grid')).toHaveLength(2)
})

test('two presses in the calendars select a range and leave it open', async () => {
  const panel = await open(october)
  await userEvent.click(panel.getByRole('button', { name: /October 5, 2026/ }))
  await userEvent.click(panel.getByRole('button', { name: /November 2, 2026/ }))
  expect(seen).toHaveBeenLastCalledWith({ start: '2026-10-05', end: '2026-11-02' })
  expect(isClosed()).toBe(false)
})

test('in the grid, arrows move by day and Page Down by month; Escape closes it and returns the focus', async () => {
  const panel = await open(october)
  panel.getByRole('button', { name: /October 1, 2026/ }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toContain('October 9, 2026')
  await userEvent.keyboard('{PageDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toContain('November 9, 2026')
  await userEvent.keyboard('{Escape}')
  expect(isClosed()).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /01 Oct/ }))
})
