// If package-lock.json does not match a package.json, npm ci installs too few packages, or none.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Reports one problem for each package.json that package-lock.json does not match. */
export const checkLockFile = async root => {
  const read = file => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { packages } = read('package-lock.json')
  return ['', ...(read('package.json').workspaces ?? [])]
    .filter(folder => existsSync(join(root, folder, 'package.json')))
    .filter(folder => {
      const [wanted, locked] = [read(join(folder, 'package.json')), packages[folder] ?? {}]
      return kinds.some(kind => !isDeepStrictEqual(wanted[kind] ?? {}, locked[kind] ?? {}))
    })
    .map(folder => `package-lock.json does not follow ${join(folder, 'package.json')}: run npm install`)
}
