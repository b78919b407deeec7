import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { holdLetterKeys, type Key, type KeyPlace, keyName, useKeys, useListedKeys } from './use-keys.ts'

afterEach(() => {
  cleanup()
  holdLetterKeys(true)
})

const Keys = ({ keys, place = 'queue' }: { keys: readonly Key[]; place?: KeyPlace }) => {
  useKeys(place, keys)
  return (
    <>
      <input aria-label="text" />
      <input aria-label="box" type="checkbox" />
      <p data-testid="plain" contentEditable="plaintext-only" suppressContentEditableWarning />
      <p data-testid="fixed" contentEditable={false} />
    </>
  )
}

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init })

it('runs the key that was mounted last, and listens no more once nothing is mounted', () => {
  const runs: string[] = []
  const one = render(<Keys keys={[{ keys: 'j', run: () => runs.push('first') }]} />)
  const two = render(<Keys keys={[{ keys: 'j', run: () => runs.push('second') }]} />)
  press('j')
  two.unmount()
  press('J')
  one.unmount()
  press('j')
  expect(runs).toEqual(['second', 'first'])
})

it('is silent while somebody types, below a dialog and when letters are switched off, but not with Control', () => {
  const runs: string[] = []
  render(
    <Keys
      keys={[
        { keys: 'j', run: () => runs.push('j') },
        { keys: 'Control+k', run: () => runs.push('Control+k') },
      ]}
    />,
  )
  press('j', {}, screen.getByLabelText('text'))
  press('j', {}, screen.getByLabelText('box'))
  press('j', {}, screen.getByTestId('plain'))
  expect(runs).toEqual(['j'])
  press('j', {}, screen.getByTestId('fixed'))
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  press('j')
  dialog.remove()
  holdLetterKeys(false)
  press('j')
  press('k', { ctrlKey: true }, screen.getByLabelText('text'))
  expect(runs).toEqual(['j', 'j', 'Control+k'])
})

it('knows letters one after the other, and those held down only where they repeat', () => {
  const runs: string[] = []
  render(
    <Keys
      keys={[
        { keys: 'g c', run: () => runs.push('g c') },
        { keys: 'c', run: () => runs.push('c') },
        { keys: 'j', repeats: true, run: () => runs.push('j') },
      ]}
    />,
  )
  press('g')
  press('c')
  press('c')
  press('c', { repeat: true })
  press('j', { repeat: true })
  expect(runs).toEqual(['g c', 'c', 'j'])
})

it('names signs by what they are, however the keyboard makes them', () => {
  const name = (init: KeyboardEventInit) => keyName(new KeyboardEvent('keydown', init))
  expect(name({ key: '[', altKey: true })).toBe('[')
  expect(name({ key: '?', shiftKey: true })).toBe('?')
  expect(name({ key: 'X', shiftKey: true })).toBe('Shift+x')
  expect(name({ key: 'Enter', metaKey: true })).toBe('Control+Enter')
})

it('lists the keys that have a text', () => {
  render(
    <Keys
      keys={[
        { keys: 'j', text: 'Next', run: () => undefined },
        { keys: 'ArrowDown', run: () => undefined },
      ]}
    />,
  )
  expect(renderHook(useListedKeys).result.current).toEqual({ queue: [{ keys: 'j', text: 'Next' }] })
})

it('a key that a field handles is listed, and leaves its meaning elsewhere to others', () => {
  const runs: string[] = []
  const Listed = () => {
    const listed = useListedKeys()
    return <output>{Object.values(listed).flatMap(keys => keys.map(({ keys: name }) => name))}</output>
  }
  const shown = render(
    <>
      <Keys keys={[{ keys: '/', text: 'search', run: () => runs.push('search') }]} />
      <Keys keys={[{ keys: '/', text: 'canned answers' }]} place="ticket" />
      <Listed />
    </>,
  )
  press('/')
  expect(runs).toEqual(['search'])
  expect(shown.getByRole('status').textContent).toBe('//')
})
