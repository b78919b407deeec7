import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { EarlyKeys } from './early-keys.tsx'

afterEach(cleanup)

const show = () => {
  const typed = createRef<string>() as { current: string }
  typed.current = ''
  const onEscape = vi.fn()
  const view = render(
    <>
      <input aria-label="behind" />
      <EarlyKeys typed={typed} onEscape={onEscape} />
    </>,
  )
  return { typed, onEscape, view, behind: screen.getByRole<HTMLInputElement>('textbox') }
}

test('collects text, corrections and Enter, and leaves nothing to the screen behind', async () => {
  const { typed, behind } = show()
  await userEvent.click(behind)
  await userEvent.keyboard('vpmn{Backspace}{Backspace}n 7{Enter}')
  expect(typed.current).toBe('vpn 7\n')
  expect(behind.value).toBe('')
})

test('leaves shortcuts to the browser; Escape gives up', async () => {
  const { typed, onEscape } = show()
  await userEvent.keyboard('{Control>}r{/Control}{F5}{Tab}')
  expect(typed.current).toBe('')
  expect(onEscape).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

test('stops collecting when the palette is there', async () => {
  const { typed, view } = show()
  view.rerender(<input aria-label="palette" />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('later')
  expect(typed.current).toBe('')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('later')
})
