import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that takes the place of mail and SMS servers: `DATA_DIR/outbox` (decisions 9). */
export type DevMailbox = {
  /** Writes one message as a whole file, the newest name last. */
  write(extension: 'eml' | 'json', content: Buffer | string): Promise<void>
}

/** Age from which an unfinished file is left over: no process still writes it. */
const LEFT_OVER_MS = 3_600_000

/** Removes what processes that died in the middle of a message have left. */
const sweep = async (folder: string) => {
  for (const name of await readdir(folder)) {
    if (!(name.startsWith('.') && name.endsWith('.part'))) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - LEFT_OVER_MS) await rm(path, { force: true })
  }
}

/** Opens the outbox folder, which is there from then on, for its owner alone: the messages hold links and codes. */
export const openDevMailbox = async (folder: string): Promise<DevMailbox> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweep(folder)
  let last = 0
  return {
    async write(extension, content) {
      // Microseconds that only go up, so that two messages of one moment keep their order.
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
