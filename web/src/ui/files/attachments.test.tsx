import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Attachments } from './attachments.tsx'

afterEach(cleanup)

test('pictures are thumbnails, other files chips with the full name as title', () => {
  const items = ['photo.BMP', 'alarm-log-week-46.csv', 'quote.pdf', 'clip.gif'].map((name, id) => ({
    id,
    name,
    url: `/${id}`,
  }))
  render(<Attachments label="Attachments" items={items} />)
  expect(screen.getAllByRole('img').map(image => image.getAttribute('alt'))).toEqual(['photo.BMP'])
  const chip = screen.getByRole('link', { name: 'alarm-log-week-46.csv' })
  expect(chip.textContent).toBe('ALARM-LOG-WEEK-46.C…')
  expect(chip.title).toBe('alarm-log-week-46.csv')
  expect(chip.getAttribute('href')).toBe('/1')
  expect(screen.getByRole('link', { name: 'quote.pdf' }).querySelector('.file-icon')?.getAttribute('data-kind')).toBe(
    'pdf',
  )
})
