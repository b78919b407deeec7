import type { Opened } from '@portico/contract/appointments'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { BookingForm } from './booking-form.tsx'

afterEach(cleanup)

test('each attempt without a time leads to the times', async () => {
  const opened = { companyName: 'Acme', phone: '1', email: null } as Opened
  render(
    <>
      <button type="button" className="slot" tabIndex={0}>
        10:00
      </button>
      <BookingForm opened={opened} chosen={false} error={null} busy={false} onSend={() => undefined} />
    </>,
  )
  const send = screen.getAllByRole('button').at(-1) as HTMLElement
  for (const attempt of ['first', 'second']) {
    await userEvent.click(send)
    expect(document.activeElement?.textContent, attempt).toBe('10:00')
  }
})
