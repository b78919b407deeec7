import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SidePanel, SplitView } from './side-panel.tsx'

afterEach(cleanup)

const List = () => {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <SplitView
      resizeLabel="Width"
      panel={
        open && (
          <SidePanel title={open} closeLabel="Close" onClose={() => setOpen(null)}>
            <a href="/download">Download</a>
          </SidePanel>
        )
      }
    >
      <table>
        <tbody>
          {['one', 'two'].map(name => (
            <tr key={name} aria-selected={name === open}>
              <td>
                <button type="button" className="row-link" onClick={() => setOpen(name === open ? null : name)}>
                  {name}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SplitView>
  )
}

test('a row opens the panel, which takes the focus; Escape closes it and returns the focus to the row', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'two' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'two' }))
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two' }))
})

test('the edge starts in the middle and moves with arrow keys within bounds', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'one' }))
  const edge = screen.getByRole('separator', { name: 'Width' })
  expect(edge.getAttribute('aria-valuenow')).toBe('50')
  edge.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(edge.getAttribute('aria-valuenow')).toBe('55')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(edge.getAttribute('aria-valuenow')).toBe('30')
})
