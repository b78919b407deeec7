import { execFile } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseFolder } from '../../server/test/servers/database-folder.ts'
import { startMailProvider } from './mail-provider.ts'
import { pdf } from './pdf.ts'
import { importLines } from './people.ts'
import { personaLines } from './personas.ts'
import { environmentOf, main, startOne } from './server-process.ts'
import { startSeveral } from './several-processes.ts'

/** Starts the built server once per run, with the demo and the tests' own data, on a free port. */
const startPortico = async () => {
  // Playwright runs its teardown on SIGINT only.
  process.once('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
  const folder = await databaseFolder()
  // If the tests run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const { E2E_DATABASE_URL } = process.env
  const provider = await startMailProvider()
  const started = E2E_DATABASE_URL
    ? await startSeveral(folder, E2E_DATABASE_URL, provider.settings)
    : await startOne(join(folder, 'data'), provider.settings)
  const { url, settings } = started
  const stop = async () => {
    await started.stop()
    provider.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const file = join(folder, 'people.jsonl')
    writeFileSync(file, importLines() + personaLines())
    writeFileSync(join(folder, 'documento.pdf'), pdf(2))
    writeFileSync(join(folder, 'fattura.xml'), '<FatturaElettronica/>\n')
    // A PDF of 20 MB.
    writeFileSync(join(folder, 'grande.pdf'), pdf(10, 2_000_000))
    const env = environmentOf(settings)
    await promisify(execFile)(process.execPath, [main, 'import', file], { env }).catch(error => {
      throw new Error(`The import failed:\n${error.stdout}${error.stderr}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  process.env.PORTICO_URL = url
  process.env.MAIL_PROVIDER_IMAP = provider.imap
  process.env.PORTICO_DATA_DIR = settings.DATA_DIR
  process.env.PORTICO_SETTINGS = JSON.stringify(settings)
  return stop
}

export default startPortico
