import { existsSync } from 'node:fs'
import { run } from '../run.mjs'
import { step } from '../say.mjs'

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/**
 * Says what Debian packages are needed for, and installs them with apt-get as root; else says which command does.
 * Returns whether they are installed.
 */
export const aptInstall = async (purpose, ...packages) => {
  if (!existsSync('/usr/bin/apt-get')) return false
  const missing = `${purpose} needs ${packages.join(', ')}, not installed here`
  if (process.getuid?.() !== 0) {
    console.log(`${missing}. To install: sudo apt-get install --no-install-recommends ${packages.join(' ')}`)
    return false
  }
  return step(`${missing}: installing with apt-get`, 'apt-get ended', async () => {
    const install = ['install', '-y', '--no-install-recommends', ...packages]
    for (const args of [['update'], install]) {
      const { code, output } = await run('apt-get', ['-q', ...args], { capture: true, env })
      if (code && args === install) console.log(output)
      if (code && args === install) return false
    }
    return true
  })
}
