import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { OperatorError } from '../kernel/errors/operator-error.ts'

/**
 * The manifest of a backup, which `sha256sum -c` can verify; a backup without it is incomplete. Its last line, a comment for
 * `sha256sum`, is the number of files: without it, a manifest truncated at a line break would look complete.
 */
export const SUMS = 'SHA256SUMS'

const countLine = (count: number) => `# ${count} files`

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Writes a stream to a new file of mode 0600, syncs it to disk, and returns its SHA-256 in hex. */
const write = async (body: Readable, to: string): Promise<string> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const file = await open(to, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** A folder under construction; its manifest is written last. */
export type FilledFolder = {
  path: string
  /** Adds one file; `name` is its path within the folder. */
  add: (name: string, body: Readable) => Promise<void>
  /** Copies the folder `from`; files that vanish while it runs are left out. `keep` filters by path relative to `from`. */
  addFolder: (name: string, from: string, keep?: (path: string) => boolean) => Promise<void>
  /** Writes the manifest, which marks the folder as complete. */
  finish: () => Promise<void>
}

/** Creates a folder to be filled with files and a manifest. */
export const fillFolder = async (path: string): Promise<FilledFolder> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const sums: string[] = []

  const add = async (name: string, body: Readable) => {
    sums.push(`${await write(body, join(path, name))}  ${name}\n`)
  }

  const addFile = async (name: string, from: string) => {
    let file: FileHandle
    try {
      file = await open(from)
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    await add(name, file.createReadStream())
  }

  const addFolder: FilledFolder['addFolder'] = async (name, from, keep = () => true) => {
    await mkdir(join(path, name), { recursive: true, mode: 0o700 })
    const visit = async (inner: string) => {
      const entries = await readdir(join(from, inner), { withFileTypes: true }).catch(error => {
        if (isMissing(error)) return []
        throw error
      })
      for (const entry of entries) {
        const below = join(inner, entry.name)
        if (!keep(below)) continue
        if (entry.isDirectory()) {
          await mkdir(join(path, name, below), { recursive: true, mode: 0o700 })
          await visit(below)
        } else if (entry.isFile()) await addFile(join(name, below), join(from, below))
      }
    }
    await visit('')
  }

  return {
    path,
    add,
    addFolder,
    finish: () =>
      writeFile(join(path, SUMS), `${sums.join('')}${countLine(sums.length)}\n`, {
        mode: 0o600,
        flag: 'wx',
        flush: true,
      }),
  }
}

/** Reads the manifest of a folder: SHA-256 by path. Throws an OperatorError if it is missing or damaged. */
const readSums = async (path: string): Promise<Map<string, string>> => {
  const text = await readFile(join(path, SUMS), 'utf8').catch(() => undefined)
  if (!text) throw new OperatorError(`${path} is no whole backup: it has no ${SUMS}.`)
  const lines = text.split('\n')
  const parseSumLine = (line: number) => new OperatorError(`${path} is damaged: ${SUMS} was cut in line ${line}.`)
  if (lines.pop() !== '') throw parseSumLine(lines.length + 1)
  const count = lines.at(-1)?.startsWith('#') ? lines.pop() : undefined
  const files = new Map<string, string>()
  for (const [n, line] of lines.entries()) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (sum === undefined || name === undefined) throw parseSumLine(n + 1)
    files.set(name, sum)
  }
  // Older backups have no such line. There, a file that is not in the manifest reveals the truncation.
  if (count !== undefined && count !== countLine(files.size))
    throw new OperatorError(`${path} is damaged: ${SUMS} lists ${files.size} files, but its last line says "${count}".`)
  return files
}

/** The SHA-256 of a file in hex; undefined if there is no such file. */
const hashFile = async (file: string): Promise<string | undefined> => {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk)
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'EISDIR') return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Paths of all files below a folder, relative to it. */
const listFiles = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter(entry => !entry.isDirectory()).map(entry => relative(path, join(entry.parentPath, entry.name)))
}

/** The first five names, for a message. */
const formatSample = (names: string[]) => `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`

/**
 * Verifies every file of a folder against its manifest and returns the number of files. Throws an OperatorError that names missing,
 * changed and unlisted files.
 */
export const checkFolder = async (path: string): Promise<number> => {
  const files = await readSums(path)
  const unlisted = (await listFiles(path)).filter(name => name !== SUMS && !files.has(name))
  if (unlisted.length > 0)
    throw new OperatorError(
      `${path} is damaged: ${unlisted.length} files are not in ${SUMS}, ${formatSample(unlisted)}. Either the list was cut, or they do not belong there.`,
    )
  const bad: string[] = []
  for (const [name, sum] of files) if ((await hashFile(join(path, name))) !== sum) bad.push(name)
  if (bad.length > 0)
    throw new OperatorError(`${path} is damaged: ${bad.length} of ${files.size} files, ${formatSample(bad)}.`)
  return files.size
}
