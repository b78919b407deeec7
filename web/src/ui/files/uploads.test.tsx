import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DropZone } from './file-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { type Uploads, type UploadTransport, useUploads } from './use-uploads.ts'

afterEach(cleanup)

const texts = {
  tooLarge: (name: string) => `${name} is larger than 25 MB`,
  tooMany: (max: number) => `At most ${max} files`,
  empty: (name: string) => `${name} is empty`,
  failed: (error: unknown) => ({
    error: `Not sent: ${(error as Error).message}`,
    mayRetry: (error as Error).message !== 'refused',
  }),
}
const labels = {
  list: 'Files',
  progress: (sent: string, total: string, percent: number) => `${sent} of ${total}, ${percent}%`,
  uploading: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name}`,
  retry: (name: string) => `Retry ${name}`,
}
const file = (name: string, size = 2 * 1024 * 1024) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

type Sending = Parameters<UploadTransport>[1] & {
  file: File
  done: (id: number) => Promise<void>
  fail: (reason?: string) => Promise<void>
}
const wire = () => {
  const sendings: Sending[] = []
  const upload: UploadTransport = (sent, options) =>
    new Promise((resolve, reject) => {
      sendings.push({
        file: sent,
        ...options,
        done: id => act(async () => resolve({ id, url: `/files/${id}` })),
        fail: (reason = 'offline') => act(async () => reject(new Error(reason))),
      })
    })
  return { upload, sent: (index: number) => sendings[index] as Sending, count: () => sendings.length }
}

let uploads: Uploads
const Form = ({ upload, problems = texts }: { upload: UploadTransport; problems?: typeof texts }) => {
  uploads = useUploads({ upload, maxBytes: 25 * 1024 * 1024, maxFiles: 3, texts: problems })
  return (
    <>
      <DropZone onFiles={uploads.add} labels={{ drop: 'Drop here or', choose: 'choose' }} />
      <UploadList uploads={uploads} labels={labels} locale="en" />
    </>
  )
}
const drop = (...files: File[]) =>
  act(async () => {
    fireEvent.drop(screen.getByText('Drop here or', { exact: false }).closest('.drop-zone') as HTMLElement, {
      dataTransfer: { files, types: ['Files'] },
    })
  })

test('a dropped file is sent at once, shows its progress, and counts once it is done', async () => {
  const { upload, sent } = wire()
  render(<Form upload={upload} />)
  await drop(file('gate.jpg'))
  expect(uploads.isBusy).toBe(true)
  act(() => sent(0).onProgress(0.5))
  expect(screen.getByText('1 MB of 2 MB, 50%')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Uploading gate.jpg' }).getAttribute('aria-valuenow')).toBe('50')
  expect(uploads.ids).toEqual([])
  await sent(0).done(7)
  expect(uploads.ids).toEqual([7])
  expect(uploads.isBusy).toBe(false)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('limits are reported before anything is sent, and the valid files are sent', async () => {
  const { upload, count } = wire()
  render(<Form upload={upload} />)
  await drop(file('big.zip', 25 * 1024 * 1024 + 1), file('nothing.txt', 0), file('a.txt'), file('b.txt'))
  expect(screen.getByRole('alert').textContent).toBe('big.zip is larger than 25 MBnothing.txt is empty')
  expect(count()).toBe(2)
  await drop(file('c.txt'), file('d.txt'))
  expect(count()).toBe(3)
  expect(screen.getByRole('alert').textContent).toBe('At most 3 files')
})

test('a failed upload keeps its row, shows why and can be retried', async () => {
  const { upload, sent, count } = wire()
  render(<Form upload={upload} />)
  await drop(file('gate.jpg'))
  await sent(0).fail()
  expect(screen.getByRole('alert').textContent).toBe('Not sent: offline')
  expect(uploads.hasFailed).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Retry gate.jpg' }))
  expect(count()).toBe(2)
  await sent(1).done(8)
  expect(uploads.ids).toEqual([8])
})

test('problems follow a change of language', async () => {
  const { upload, sent } = wire()
  const view = render(<Form upload={upload} />)
  await drop(file('gate.jpg'), file('nothing.txt', 0))
  await sent(0).fail()
  expect(screen.getAllByRole('alert').map(one => one.textContent)).toContain('nothing.txt is empty')
  const italian = {
    ...texts,
    empty: (name: string) => `${name} è vuoto`,
    failed: () => ({ error: 'Non inviato', mayRetry: true }),
  }
  view.rerender(<Form upload={upload} problems={italian} />)
  const problems = screen.getAllByRole('alert').map(one => one.textContent)
  expect(problems).toContain('nothing.txt è vuoto')
  expect(problems).toContain('Non inviato')
})

test('a rejected file shows why and offers no retry', async () => {
  const { upload, sent } = wire()
  render(<Form upload={upload} />)
  await drop(file('gate.exe'))
  await sent(0).fail('refused')
  expect(screen.getByRole('alert').textContent).toBe('Not sent: refused')
  expect(screen.queryByRole('button', { name: 'Retry gate.exe' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove gate.exe' })).toBeTruthy()
})

test('removing a file aborts its upload and frees its place', async () => {
  const { upload, sent, count } = wire()
  render(<Form upload={upload} />)
  await drop(file('a.txt'), file('b.txt'), file('c.txt'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel b.txt' }))
  expect(sent(1).signal.aborted).toBe(true)
  await sent(1).fail()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await drop(file('d.txt'))
  expect(count()).toBe(4)
})

test('leaving the form aborts running uploads', async () => {
  const { upload, sent } = wire()
  const view = render(<Form upload={upload} />)
  await drop(file('a.txt'))
  view.unmount()
  expect(sent(0).signal.aborted).toBe(true)
})

test('takes a file pasted anywhere on the page unless another handler took it', () => {
  const onFiles = vi.fn()
  render(<DropZone onFiles={onFiles} labels={{ drop: 'Drop', choose: 'choose' }} />)
  const paste = (isHandled: boolean) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { files: [file('image.png')] } })
    if (isHandled) event.preventDefault()
    document.body.dispatchEvent(event)
  }
  paste(true)
  expect(onFiles).not.toHaveBeenCalled()
  paste(false)
  expect(onFiles).toHaveBeenCalledOnce()
})
