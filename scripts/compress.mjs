import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const textual = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.txt', '.webmanifest'])

/** Brotli at the highest quality: built files are compressed once and sent often. */
export const brotli = bytes =>
  promisify(brotliCompress)(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

export const gzipped = bytes => promisify(gzip)(bytes, { level: 9 })

const compressFile = async file => {
  const bytes = await readFile(file)
  const packed = { '.br': await brotli(bytes), '.gz': await gzipped(bytes) }
  for (const [ending, less] of Object.entries(packed))
    if (less.length < bytes.length) await writeFile(file + ending, less)
}

/** Writes a `.br` and a `.gz` file beside every text file of a folder, if it is smaller. */
export const compressFolder = async folder => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && textual.has(extname(entry.name)))
  await Promise.all(files.map(entry => compressFile(join(entry.parentPath ?? entry.path, entry.name))))
}
