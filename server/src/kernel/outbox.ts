import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that takes the place of mail and SMS servers: `DATA_DIR/outbox` (decisions 9). */
export type Outbox = {
  /** Writes one message as a whole file, the newest name last. */
  write(extension: 'eml' | 'json', content: Buffer | string): Promise<void>
}

/** Opens the outbox folder, which is there from then on, for its owner alone: the messages hold links and codes. */
export const openOutbox = async (folder: string): Promise<Outbox> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let last = 0
  return {
    async write(extension, content) {
      // Microseconds that only go up, so that two messages of one moment keep their order.
      last = Math.max(last + 1, Date.now() * 1000)
      const moment = new Date(last / 1000).toISOString().replace(/[-:.]/g, '').slice(0, -1)
      const name = `${moment}${String(last % 1000).padStart(3, '0')}-${process.pid}.${extension}`
      const draft = join(folder, `.${name}.part`)
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(folder, name))
    },
  }
}
