import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDevMailbox } from './dev-mailbox.ts'

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-outbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a message that cannot be written leaves nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await aFolder()
  await (await openDevMailbox(folder)).write('eml', 'the first')
  const [name = ''] = await readdir(folder)
  await rm(join(folder, name))
  // A folder that cannot be replaced, with the name of the next message.
  await mkdir(join(folder, name, 'inside'), { recursive: true })
  const mailbox = await openDevMailbox(folder)
  await expect(mailbox.write('eml', 'the second')).rejects.toThrow(name)
  expect(await readdir(folder)).toEqual([name])
  await mailbox.write('json', '{}')
  expect(await readdir(folder)).toHaveLength(2)
})

test('the next start removes the unfinished files of a process that died, but not those that another process may be writing', async () => {
  const folder = await aFolder()
  await mkdir(folder, { recursive: true })
  const file = async (name: string, hours: number) => {
    await writeFile(join(folder, name), 'x')
    const at = new Date(Date.now() - hours * 3_600_000)
    await utimes(join(folder, name), at, at)
  }
  await file('.20260302T083000000000-1.eml.part', 2)
  await file('.20260302T103000000000-2.eml.part', 0)
  await file('20260302T083000000000-1.eml', 2)
  await openDevMailbox(folder)
  expect((await readdir(folder)).sort()).toEqual(['.20260302T103000000000-2.eml.part', '20260302T083000000000-1.eml'])
})
