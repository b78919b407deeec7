import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { customerTexts } from '../text/customer-texts.ts'
import { listTexts } from '../text/shared-texts.ts'
import { startTexts, withTexts } from '../text/texts.ts'
import { DocumentView } from './document-view.tsx'

const address = (expires: number) => `/api/files/7/Impianto.png?m=1&e=${expires}`
// What the server does: it opens an address until it expires.
let now = 0
const server = async (url: string) => ({ ok: Number(/e=(\d+)/.exec(url)?.[1]) > now })

beforeAll(async () => {
  vi.stubGlobal('fetch', server)
  await startTexts('it-IT', customerTexts)
  await withTexts(async () => {}, listTexts)()
})
afterEach(() => {
  cleanup()
  now = 0
})

const List = ({ first, next }: { first: number; next: number }) => {
  const [expires, setExpires] = useState(first)
  const reread = async () => setExpires(next)
  return (
    <>
      <button type="button" onClick={reread}>
        reread
      </button>
      <DocumentView url={address(expires)} onExpired={reread} />
    </>
  )
}
const shown = () => screen.getByAltText('Impianto.png').getAttribute('src')

test('the document stays as it is when the list is read again', async () => {
  render(<List first={10} next={20} />)
  await userEvent.click(screen.getByRole('button', { name: 'reread' }))
  expect(shown()).toContain(address(10))
})

test('an address that has expired is renewed by itself', async () => {
  now = 15
  render(<List first={10} next={20} />)
  await waitFor(() => expect(shown()).toContain(address(20)))
})

test('a document that does not open says so, and opens at another try', async () => {
  now = 15
  render(<List first={10} next={10} />)
  const retry = await screen.findByRole('button', { name: 'Riprova' })
  expect(screen.getByRole('alert').textContent).toContain('Non è stato possibile aprire il file')
  now = 5
  await userEvent.click(retry)
  await waitFor(() => expect(shown()).toContain(address(10)))
})
