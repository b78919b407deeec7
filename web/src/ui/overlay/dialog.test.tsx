import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

const Close = ({ onConfirm }: { onConfirm: () => void }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Close it
      </button>
      <ConfirmDialog
        open={open}
        title="Close this?"
        confirm="Close"
        cancel="Keep open"
        onConfirm={onConfirm}
        onCancel={() => setOpen(false)}
      >
        You can reopen it.
      </ConfirmDialog>
    </>
  )
}

test('cancel closes the dialog, returns the focus and does nothing', async () => {
  const onConfirm = vi.fn()
  render(<Close onConfirm={onConfirm} />)
  await userEvent.click(screen.getByRole('button', { name: 'Close it' }))
  expect(screen.getByRole('alertdialog', { name: 'Close this?' }).textContent).toContain('You can reopen it.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep open' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close it' }))
  expect(onConfirm).not.toHaveBeenCalled()
})

test('only the confirm button runs the action', async () => {
  const onConfirm = vi.fn()
  render(<Close onConfirm={onConfirm} />)
  await userEvent.click(screen.getByRole('button', { name: 'Close it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
