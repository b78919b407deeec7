import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SegmentedControl } from './segmented-control.tsx'

afterEach(cleanup)

const Status = () => {
  const [value, setValue] = useState(1)
  const options = [
    { value: 1, text: 'Open or pending' },
    { value: 2, text: 'All' },
  ]
  return <SegmentedControl label="Status" options={options} value={value} onChange={setValue} />
}

test('a press selects exactly one option', async () => {
  render(<Status />)
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  expect(screen.getByRole('radio', { name: 'All' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: 'Open or pending' }).getAttribute('aria-checked')).toBe('false')
})

test('one tab stop; arrow keys move focus and selection together and wrap around', async () => {
  render(<Status />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Open or pending')
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('All')
  expect(document.activeElement?.getAttribute('aria-checked')).toBe('true')
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})
