import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, resolve as resolvePath, sep } from 'node:path'
import type { FileSource } from '../definition/files.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TextLine } from '../definition/text-lines.ts'

/**
 * What is imported: lines as bytes or as objects, read from the beginning at each call; the size in bytes if known; and the files that
 * the lines reference.
 */
export type ImportSource = ({ open(): AsyncIterable<Uint8Array> } | { lines(): AsyncIterable<TextLine> }) & {
  size?: number
  files: FileSource
}

/** The files of a folder. Paths cannot leave the folder, also not through symbolic links. */
export const folderFiles = (folder: string): FileSource => ({
  async find(path, field) {
    const outside = new Refusal(field, `"${path}" leads out of the import's folder`)
    const root = await realpath(folder)
    const asked = resolvePath(root, path)
    if (path.includes('\\') || isAbsolute(path) || !asked.startsWith(`${root}${sep}`)) throw outside
    const found = await realpath(asked).catch(() => {
      throw new Refusal(field, `"${path}" is not there`)
    })
    if (!found.startsWith(`${root}${sep}`)) throw outside
    if (!(await stat(found)).isFile()) throw new Refusal(field, `"${path}" is not a file`)
    return { name: basename(found), open: () => createReadStream(found) }
  },
})

/** A file on disk and the files of its folder; throws if the file cannot be read. */
export const fileSource = async (path: string): Promise<ImportSource> => ({
  size: (await stat(path)).size,
  open: () => createReadStream(path),
  files: folderFiles(dirname(path)),
})
