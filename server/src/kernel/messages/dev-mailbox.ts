import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that replaces mail and SMS servers in development: `DATA_DIR/outbox`. */
export type DevMailbox = {
  /** Writes a message to a file, which appears completely or not at all; file names sort by time. */
  write(extension: 'eml' | 'json', content: Buffer | string): Promise<void>
}

/** Age from which no process still writes an unfinished file. */
const ABANDONED_MS = 3_600_000

/** Removes unfinished files of processes that have crashed. */
const removeAbandoned = async (folder: string) => {
  for (const name of await readdir(folder)) {
    if (!(name.startsWith('.') && name.endsWith('.part'))) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
  }
}

/** Opens the folder, or creates it with mode 0700: the messages contain links and codes. */
export const openDevMailbox = async (folder: string): Promise<DevMailbox> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder)
  let last = 0
  return {
    async write(extension, content) {
      // Strictly increasing microseconds, so that messages of the same millisecond keep their order.
      last = Math.max(last + 1, Date.now() * 1000)
      const moment = new Date(last / 1000).toISOString().replace(/[-:.]/g, '').slice(0, -1)
      const name = `${moment}${String(last % 1000).padStart(3, '0')}-${process.pid}.${extension}`
      const draft = join(folder, `.${name}.part`)
      try {
        await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
        await rename(draft, join(folder, name))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
    },
  }
}
