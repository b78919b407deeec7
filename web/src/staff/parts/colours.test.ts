import { expect, it } from 'vitest'
import { contrastOf, mendColour, rateColour, readColour, startColours } from './colours.ts'

it.each([
  ['#1B5E8C', '#1b5e8c'],
  [' 0af ', '#00aaff'],
  ['#12', undefined],
  ['red', undefined],
])('%j is %j', (text, colour) => expect(readColour(text)).toBe(colour))

it('knows what stands on a colour, and how well it is read', () => {
  expect(rateColour('#000000')).toEqual({ ink: 'white', contrast: 21, isPale: false })
  expect(rateColour('#ffffff')).toEqual({ ink: 'black', contrast: 21, isPale: true })
  expect(rateColour('#767676').contrast).toBeCloseTo(4.62, 1)
  expect(rateColour('#ffd400')).toMatchObject({ ink: 'black', isPale: true })
})

it('white is read on the colours that are offered', () => {
  for (const colour of startColours) expect(rateColour(colour)).toMatchObject({ ink: 'white', isPale: false })
})

it('a pale colour is mended by the nearest shade that is told from white', () => {
  expect(mendColour('#1b5e8c')).toBe('#1b5e8c')
  for (const pale of ['#ffd400', '#e3e5e8', '#ffffff', '#00ff00']) {
    const mended = mendColour(pale)
    expect(contrastOf(mended, '#ffffff')).toBeGreaterThanOrEqual(3)
    expect(contrastOf(mended, '#ffffff')).toBeLessThan(3.1)
  }
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
})
