import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'
import { useForm } from './use-form.ts'

afterEach(cleanup)

type Values = { name: string; phone: string; consent: boolean }

const onSubmit = vi.fn()
const onInvalid = vi.fn()

const Form = ({ refused }: { refused?: string }) => {
  const form = useForm({
    initial: { name: '', phone: '1', consent: false },
    validate: ({ name, phone }: Values): { name?: string; phone?: string } => ({
      ...(!name && { name: 'name missing' }),
      ...(!phone && { phone: 'phone missing' }),
    }),
    onSubmit: values => {
      onSubmit(values)
      if (refused) form.refuse({ phone: refused })
    },
    onInvalid,
  })
  return (
    <form {...form.props}>
      <Field label="Phone" error={form.faults.phone}>
        <TextInput {...form.text('phone')} />
      </Field>
      <Field label="Name" error={form.faults.name}>
        <TextInput {...form.text('name')} />
      </Field>
      <Checkbox {...form.check('consent')}>Consent</Checkbox>
      <button type="submit">Send</button>
      <button type="button" onClick={form.reset}>
        Reset
      </button>
    </form>
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

test('an invalid submit shows faults, which follow the typing, and focuses the first invalid field', async () => {
  render(<Form />)
  expect(screen.queryByText('name missing')).toBeNull()
  await send()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(onInvalid).toHaveBeenCalledWith({ name: 'name missing' })
  expect(document.activeElement).toBe(field('Name'))
  await userEvent.type(field('Name'), 'Ada')
  expect(screen.queryByText('name missing')).toBeNull()
  await userEvent.click(screen.getByLabelText('Consent'))
  await send()
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Ada', phone: '1', consent: true })
})

test('a fault found by the server shows until its field changes', async () => {
  render(<Form refused="phone unknown" />)
  await userEvent.type(field('Name'), 'Ada')
  await send()
  expect(screen.getByText('phone unknown')).toBeTruthy()
  await userEvent.type(field('Name'), ' L')
  expect(screen.getByText('phone unknown')).toBeTruthy()
  await userEvent.type(field('Phone'), '2')
  expect(screen.queryByText('phone unknown')).toBeNull()
})

const fillWithoutEvent = (input: HTMLInputElement, value: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)

test('submits what a browser filled in without an event', async () => {
  render(<Form />)
  fillWithoutEvent(field('Name'), 'Grace')
  await send()
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Grace', phone: '1', consent: false })
})

test('what a browser filled in without an event outlives a change of another field', async () => {
  render(<Form />)
  fillWithoutEvent(field('Name'), 'Grace')
  await userEvent.click(screen.getByLabelText('Consent'))
  await userEvent.type(field('Phone'), '2')
  expect(field('Name').value).toBe('Grace')
  await send()
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Grace', phone: '12', consent: true })
})

test('a reset empties what was typed', async () => {
  render(<Form />)
  await userEvent.type(field('Phone'), '2')
  await userEvent.click(screen.getByLabelText('Consent'))
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(field('Phone').value).toBe('1')
  expect(field('Consent').checked).toBe(false)
})
