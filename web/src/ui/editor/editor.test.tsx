import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Editor } from './editor.tsx'
import type { EditorProps } from './editor-props.ts'

afterEach(cleanup)

const labels = {
  toolbar: 'Text formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  bulletedList: 'Bulleted list',
  numberedList: 'Numbered list',
  quote: 'Quote',
  link: 'Insert link',
  image: 'Insert image',
  undo: 'Undo',
  linkAddress: 'Address',
  linkApply: 'Apply',
  linkRemove: 'Remove',
  removeImage: 'Remove image',
}
const changed = vi.fn()

const Host = ({ initial = '', ...props }: Partial<EditorProps> & { initial?: string }) => {
  const [html, setHtml] = useState(initial)
  return (
    <>
      <Editor
        mode="plain"
        label="Message"
        labels={labels}
        value={html}
        onChange={next => {
          changed(next)
          setHtml(next)
        }}
        {...props}
      />
      <button type="button" onClick={() => setHtml('')}>
        sent
      </button>
    </>
  )
}
const box = () => screen.getByRole('textbox', { name: 'Message' })
const frame = () => box().closest('.editor') as HTMLElement

test('plain: typed text becomes escaped HTML with its line breaks; clearing the value clears it', async () => {
  render(<Host />)
  await userEvent.type(box(), '1 < 2{Enter}yes')
  expect(changed).toHaveBeenLastCalledWith('<p>1 &lt; 2<br>yes</p>')
  expect((box() as HTMLTextAreaElement).value).toBe('1 < 2\nyes')
  await userEvent.click(screen.getByRole('button', { name: 'sent' }))
  expect((box() as HTMLTextAreaElement).value).toBe('')
})

test('plain: shows a draft as text, sends on Ctrl+Enter, passes pasted pictures on', async () => {
  const onSubmit = vi.fn()
  const onFiles = vi.fn()
  render(<Host initial="<p>a<br>b</p>" onSubmit={onSubmit} onFiles={onFiles} />)
  expect((box() as HTMLTextAreaElement).value).toBe('a\nb')
  fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
  expect(onSubmit).toHaveBeenCalledOnce()
  const picture = new File(['x'], 'shot.png')
  fireEvent.paste(box(), { clipboardData: { files: [picture], types: ['Files'] } })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([picture])
})

test('collapsible: one line until it has the focus, expanded while it has content', async () => {
  render(<Host collapsible foot={<button type="button">Send</button>} />)
  expect(frame().dataset.collapsed).toBe('true')
  await userEvent.click(box())
  expect(frame().dataset.collapsed).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(frame().dataset.collapsed).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'sent' }))
  expect(frame().dataset.collapsed).toBe('true')
  await userEvent.type(box(), 'x')
  await userEvent.click(document.body)
  expect(frame().dataset.collapsed).toBeUndefined()
})

test('rich: has its name at once, then toolbar and text, and reports no change by itself', async () => {
  changed.mockClear()
  render(<Host mode="rich" initial="<p>one <strong>two</strong></p>" />)
  expect(box().getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(screen.getByRole('toolbar', { name: 'Text formatting' })).toBeTruthy(), {
    timeout: 60_000,
  })
  await waitFor(() => expect(box().textContent).toBe('one two'))
  expect(box().querySelector('strong')?.textContent).toBe('two')
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'sent' }))
  await waitFor(() => expect(box().textContent).toBe(''))
  expect(box().hasAttribute('data-empty')).toBe(true)
})
