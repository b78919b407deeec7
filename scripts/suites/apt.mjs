import { existsSync } from 'node:fs'
import { run } from '../run.mjs'
import { step } from '../say.mjs'

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/** Installs Debian packages if possible (as root, with apt-get). Returns whether they are installed. */
export const aptInstall = async (...packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return step(`Installing Debian's ${packages.join(', ')}`, 'apt-get ended', async () => {
    const install = ['install', '-y', '--no-install-recommends', ...packages]
    for (const args of [['update'], install]) {
      const { code, output } = await run('apt-get', ['-q', ...args], { capture: true, env })
      if (code && args === install) console.log(output)
      if (code && args === install) return false
    }
    return true
  })
}
