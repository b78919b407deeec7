import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer, untilReady } from './server-process.ts'

/** An installation without a company. */
export type EmptyInstallation = {
  url: string
  /** The link of the welcome page, as the start prints it. */
  link: string
  /** Where its outbox is. */
  dataDir: string
  stop: () => Promise<void>
}

/** Starts an installation of its own without the demo, in a temporary folder. */
export const startEmpty = async ({
  secondFactor = 'offered',
}: {
  secondFactor?: 'offered' | 'required'
} = {}): Promise<EmptyInstallation> => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-empty-'))
  // If the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = join(folder, 'data')
  const server = startServer({
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO: '0',
    STAFF_SECOND_FACTOR: secondFactor,
  })
  const stop = async () => {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
    const printed = () => /http:\/\/\S+\/staff\/links\/[\w-]+/.exec(server.said.join(''))?.[0]
    for (const until = Date.now() + 10_000; !printed() && Date.now() < until; )
      await new Promise(resolve => setTimeout(resolve, 50))
    return { url, link: printed() ?? '', dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
