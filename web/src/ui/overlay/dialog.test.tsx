import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

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

const Codes = ({ isKept, onClose }: { isKept: boolean; onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Codes">
    <p data-kept-open={isKept ? '' : undefined}>1234</p>
    <button type="button">First</button>
    <button type="button" data-autofocus="">
      Saved
    </button>
  </Dialog>
)

/** Escape, a click beside it, and what Chrome does at a second Escape: it closes the dialog without asking. */
const leave = {
  escape: (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true })),
  scrim: (dialog: HTMLElement) => fireEvent.click(dialog),
  'second escape': (dialog: HTMLElement) => {
    dialog.removeAttribute('open')
    fireEvent(dialog, new Event('close'))
  },
}

test.each(Object.entries(leave))('%s closes a dialog, but not one that is kept open', (_, act) => {
  const onClose = vi.fn()
  const { rerender } = render(<Codes isKept onClose={onClose} />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Codes' })
  act(dialog)
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog.open).toBe(true)
  expect(document.activeElement?.textContent).toBe('Saved')
  rerender(<Codes isKept={false} onClose={onClose} />)
  act(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})
