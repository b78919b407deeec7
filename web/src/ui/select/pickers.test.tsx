import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Field } from '../fields/field.tsx'
import { MultiSelect } from './multi-select.tsx'
import { Select } from './select.tsx'

afterEach(cleanup)

const fruit = [
  { value: 1, text: 'Apple', group: 'Round' },
  { value: 2, text: 'Banana', group: 'Long' },
  { value: 3, text: 'Orange', group: 'Round' },
]

const Single = ({ nullable = false }: { nullable?: boolean }) => {
  const [value, setValue] = useState<number | null>(nullable ? 2 : null)
  return (
    <Field label="Fruit" error={value === null ? 'Choose one' : undefined}>
      <Select
        label="Fruit"
        options={fruit}
        value={value}
        onChange={setValue}
        nullable={nullable}
        placeholder="Choose a fruit"
        clearLabel="Clear"
      />
    </Field>
  )
}
const trigger = () => screen.getByRole('button', { name: /^Fruit/ })

test('select: opens on focus; choosing shows the text, closes it and does not open it again', async () => {
  render(<Single />)
  expect(trigger().textContent).toBe('Choose a fruit')
  expect(document.getElementById(trigger().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose one')
  await userEvent.tab()
  const list = within(screen.getByRole('listbox', { name: 'Fruit' }))
  expect(list.getAllByRole('option').map(one => one.textContent)).toEqual(['Apple', 'Orange', 'Banana'])
  expect(within(list.getByRole('group', { name: 'Round' })).getAllByRole('option')).toHaveLength(2)
  await userEvent.click(list.getByRole('option', { name: 'Orange' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Fruit Orange' })).toBe(document.activeElement)
})

test('select by keyboard: arrows move, letters find, Enter chooses', async () => {
  render(<Single />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  const list = screen.getByRole('listbox')
  expect(document.activeElement).toBe(list)
  await userEvent.keyboard('b')
  const active = () => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
  expect(active()?.textContent).toBe('Banana')
  await userEvent.keyboard('{Home}{ArrowDown}')
  expect(active()?.textContent).toBe('Orange')
  await userEvent.keyboard('{Enter}')
  expect(trigger().textContent).toBe('Orange')
  await userEvent.click(trigger())
  expect(screen.getByRole('option', { name: 'Orange' }).getAttribute('aria-selected')).toBe('true')
})

test('select: a letter typed on the trigger searches the list', async () => {
  render(<Single />)
  await userEvent.tab()
  await userEvent.keyboard('o{Enter}')
  expect(trigger().textContent).toBe('Orange')
})

test('select: the clear control shows only while it is nullable and open', async () => {
  const view = render(<Single nullable />)
  const clear = () => screen.queryByRole('button', { name: 'Clear' })
  expect(clear()).toBeNull()
  await userEvent.tab()
  expect(clear()).not.toBeNull()
  await userEvent.click(clear() as HTMLElement)
  expect(clear()).toBeNull()
  expect(trigger().textContent).toBe('Choose a fruit')
  view.unmount()
  render(<Single />)
  await userEvent.tab()
  expect(screen.queryByRole('listbox')).not.toBeNull()
  expect(clear()).toBeNull()
})

const labels = {
  none: 'All users',
  search: 'Find a colleague',
  clearSearch: 'Clear search',
  clear: 'Clear users',
  selected: 'Selected',
  empty: 'No items found',
}
const people = ['Giulia', 'Paolo', 'Chiara', 'Stefano'].map((text, index) => ({
  value: index + 1,
  text,
  group: 'Officine',
}))

const Multi = () => {
  const [value, setValue] = useState<number[]>([])
  return <MultiSelect label="Colleagues" options={people} value={value} onChange={setValue} labels={labels} />
}
const names = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(one => one.textContent)

test('multi-select: a press toggles, the button shows the count', async () => {
  render(<Multi />)
  await userEvent.click(screen.getByRole('button', { name: 'All users' }))
  await userEvent.click(screen.getByRole('option', { name: 'Paolo' }))
  expect(screen.getByRole('button', { name: '1 user' })).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: 'Chiara' }))
  expect(screen.getByRole('button', { name: '2 users' })).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: 'Paolo' }))
  expect(screen.getByRole('button', { name: '1 user' })).toBeTruthy()
  expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true')
})

test('multi-select: selected options come first when it opens again', async () => {
  render(<Multi />)
  await userEvent.click(screen.getByRole('button', { name: 'All users' }))
  await userEvent.click(screen.getByRole('option', { name: 'Chiara' }))
  expect(names('Officine')).toEqual(['Giulia', 'Paolo', 'Chiara', 'Stefano'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: '1 user' }))
  expect(names('Selected')).toEqual(['Chiara'])
  expect(names('Officine')).toEqual(['Giulia', 'Paolo', 'Stefano'])
})

test('multi-select: typing finds options regardless of case and accents', async () => {
  const few = ['Ñandú Ríos', 'Nadia'].map((text, value) => ({ value, text }))
  render(<MultiSelect label="Colleagues" options={few} value={[]} onChange={() => {}} labels={labels} />)
  await userEvent.tab()
  await userEvent.keyboard('nandu')
  expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['Ñandú Ríos'])
  await userEvent.clear(screen.getByRole('combobox', { name: 'Find a colleague' }))
  await userEvent.keyboard('NÀDIA')
  expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['Nadia'])
})

test('multi-select: Enter toggles the found option and leaves it open, clear deselects all', async () => {
  render(<Multi />)
  await userEvent.tab()
  await userEvent.keyboard('ste')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find a colleague' }))
  expect(screen.getAllByRole('option').map(one => one.textContent)).toEqual(['Stefano'])
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: '1 user' })).toBeTruthy()
  await userEvent.keyboard('zz')
  expect(screen.getByRole('status').textContent).toBe('No items found')
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(screen.getAllByRole('option')).toHaveLength(4)
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear users' })[1] as HTMLElement)
  expect(screen.getByRole('button', { name: 'All users' })).toBeTruthy()
})
