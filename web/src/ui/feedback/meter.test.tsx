import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Meter } from './meter.tsx'

afterEach(cleanup)

test.each([
  [0.6, '60', undefined],
  [0.26, '26', undefined],
  [0.25, '25', 'low'],
  [0, '0', 'out'],
  [-0.1, '0', 'out'],
  [1.5, '100', undefined],
])('a share of %d is %s percent, marked %s', (share, percent, level) => {
  render(<Meter share={share} value="12 h" total="of 20 h" label="12 h of 20 h" />)
  const meter = screen.getByRole('meter', { name: '12 h of 20 h' })
  expect(meter.getAttribute('aria-valuenow')).toBe(percent)
  expect((meter.closest('.meter') as HTMLElement).dataset.level).toBe(level)
})
