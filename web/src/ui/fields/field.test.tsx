import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'

afterEach(cleanup)

const Consent = ({ error }: { error?: string }) => (
  <Field as="group" error={error}>
    <Checkbox>I agree</Checkbox>
    <Checkbox>I have read it</Checkbox>
  </Field>
)

test('the error of a field describes its checkboxes, which have no id in common', () => {
  const { rerender } = render(<Consent error="Agree to go on" />)
  const boxes = screen.getAllByRole('checkbox')
  for (const box of boxes) {
    expect(box.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toBe('Agree to go on')
    expect(box.id).toBe('')
  }
  expect(screen.getAllByText('I agree')).toHaveLength(1)
  rerender(<Consent />)
  for (const box of boxes) {
    expect(box.hasAttribute('aria-invalid')).toBe(false)
    expect(box.hasAttribute('aria-describedby')).toBe(false)
  }
})
