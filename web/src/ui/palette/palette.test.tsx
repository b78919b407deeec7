import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Palette } from './palette.tsx'

afterEach(cleanup)

const labels = { name: 'find', placeholder: '', close: '', move: '', open: '', newTab: '', searching: '' }
const all = ['apple', 'pear'].map(key => ({ key }))

const Fruits = ({ early, onGo }: { early: string; onGo: (key: string) => void }) => {
  const [typed, setTyped] = useState('')
  return (
    <Palette
      labels={labels}
      typed={typed}
      onType={setTyped}
      typedEarly={{ current: early }}
      groups={[{ key: 'all', title: 'Fruits', entries: all.filter(({ key }) => key.includes(typed)) }]}
      isOpen={() => true}
      drawOption={({ key }, option) => (
        <div key={key} {...option}>
          {key}
        </div>
      )}
      waiting={false}
      failed={false}
      onGo={entry => onGo(entry.key)}
      onClose={() => undefined}
      count=""
    />
  )
}

test('goes on with what was typed before it was there', () => {
  render(<Fruits early="pea" onGo={() => undefined} />)
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('pea')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['pear'])
})

test('an Enter typed before counts, for the first line of what was typed', () => {
  const onGo = vi.fn()
  render(<Fruits early={'pea\n'} onGo={onGo} />)
  expect(onGo).toHaveBeenCalledExactlyOnceWith('pear')
})

test('arrows and Enter go to a line', async () => {
  const onGo = vi.fn()
  render(<Fruits early="" onGo={onGo} />)
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onGo).toHaveBeenCalledExactlyOnceWith('pear')
})
