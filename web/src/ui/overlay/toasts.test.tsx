import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, dismissToasts, endToasts, Toasts, toast } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  dismissToasts()
  vi.useRealTimers()
})

const labels = { region: 'Messages', dismiss: 'Dismiss' }

test('a message is announced politely and disappears by itself', () => {
  render(<Toasts labels={labels} />)
  act(() => void toast({ title: 'Ticket 12 sent' }))
  expect(screen.getByRole('status').textContent).toContain('Ticket 12 sent')
  act(() => vi.advanceTimersByTime(6000))
  expect(screen.queryByRole('status')).toBeNull()
})

test('an error is an alert and stays until it is dismissed or its action runs', () => {
  const again = vi.fn()
  render(<Toasts labels={labels} />)
  act(() => void toast({ tone: 'danger', title: 'Not sent', action: { text: 'Send again', onAction: again } }))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('alert').textContent).toContain('Not sent')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(again).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the close button and the id dismiss one toast only', () => {
  render(<Toasts labels={labels} />)
  let first = 0
  act(() => {
    first = toast({ title: 'one' })
    toast({ title: 'two' })
  })
  act(() => dismissToast(first))
  expect(screen.queryByText('one')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('two')).toBeNull()
})

test('a later toast about the same subject replaces it, and endToasts removes it', () => {
  render(<Toasts labels={labels} />)
  act(() => {
    toast({ title: 'one is closed', about: 'one' })
    toast({ title: 'two is closed', about: 'two' })
    toast({ title: 'something else' })
  })
  act(() => void toast({ title: 'one is open again', about: 'one' }))
  expect(screen.queryByText('one is closed')).toBeNull()
  act(() => endToasts('two'))
  expect(screen.getAllByRole('status').map(one => one.querySelector('b')?.textContent)).toEqual([
    'something else',
    'one is open again',
  ])
})
