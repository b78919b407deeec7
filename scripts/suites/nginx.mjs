import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

const isInstalled = () => existsSync('/usr/sbin/nginx')

/** Whether nginx, the proxy of the tests with several processes, is installed or could be installed now. */
export const findNginx = async () =>
  isInstalled() || ((await aptInstall('The suite on two processes', 'nginx-light')) && isInstalled())
