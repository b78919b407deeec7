import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Popover, type PopoverProps } from './popover.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (props: Partial<PopoverProps> = {}) =>
  render(
    <>
      <button type="button">before</button>
      <Popover label="Choices" trigger={trigger => <button {...trigger}>open me</button>} {...props}>
        {({ close }) => (
          <button type="button" onClick={() => close()}>
            inside
          </button>
        )}
      </Popover>
      <button type="button">after</button>
    </>,
  )
const dialog = () => screen.queryByRole('dialog', { name: 'Choices' })
const button = (name: string) => screen.getByRole('button', { name })

test('openOn focus: opens on focus, Tab moves in and out, leaving closes it', async () => {
  show({ openOn: 'focus' })
  await userEvent.tab()
  expect(dialog()).toBeNull()
  await userEvent.tab()
  expect(dialog()).not.toBeNull()
  expect(document.activeElement).toBe(button('open me'))
  await userEvent.tab()
  expect(document.activeElement).toBe(button('inside'))
  await userEvent.tab()
  expect(document.activeElement).toBe(button('after'))
  expect(dialog()).toBeNull()
})

test('openOn focus: one click opens it, wherever the focus was', async () => {
  show({ openOn: 'focus' })
  await userEvent.click(button('open me'))
  expect(dialog()).not.toBeNull()
  await userEvent.click(button('open me'))
  expect(dialog()).toBeNull()
  act(() => button('before').focus())
  act(() => button('open me').focus())
  await userEvent.click(button('open me'))
  expect(dialog()).not.toBeNull()
})

test('Escape and closing from inside return the focus without opening it again', async () => {
  show({ openOn: 'focus' })
  await userEvent.click(button('open me'))
  await userEvent.click(button('inside'))
  expect(document.activeElement).toBe(button('open me'))
  expect(dialog()).toBeNull()
  await userEvent.click(button('open me'))
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(button('open me'))
  // and a later, real focus opens again
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  expect(dialog()).not.toBeNull()
})

test('a press outside closes it and leaves the focus there', async () => {
  show()
  await userEvent.click(button('open me'))
  expect(button('open me').getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(button('before'))
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(button('before'))
  expect(button('open me').getAttribute('aria-expanded')).toBe('false')
})

test('openOn click does not open on focus', async () => {
  show()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(button('open me'))
  expect(dialog()).toBeNull()
})

test('openOn hover: opens at once, closes 110 ms after the pointer has left', () => {
  vi.useFakeTimers()
  show({ openOn: 'hover' })
  const anchor = button('open me').parentElement as HTMLElement
  fireEvent.pointerEnter(anchor, { pointerType: 'mouse' })
  expect(dialog()).not.toBeNull()
  fireEvent.pointerLeave(anchor, { pointerType: 'mouse' })
  act(() => vi.advanceTimersByTime(109))
  expect(dialog()).not.toBeNull()
  fireEvent.pointerEnter(anchor, { pointerType: 'mouse' })
  act(() => vi.advanceTimersByTime(500))
  expect(dialog()).not.toBeNull()
  fireEvent.pointerLeave(anchor, { pointerType: 'mouse' })
  act(() => vi.advanceTimersByTime(110))
  expect(dialog()).toBeNull()
})
