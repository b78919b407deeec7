import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

const services = ['proxy', 'account', 'container', 'object']
const isInstalled = () => services.every(name => existsSync(`/usr/bin/swift-${name}-server`))

/** Whether OpenStack Swift, the S3 server of the tests, is installed or could be installed now. */
export const findSwift = async () =>
  isInstalled() ||
  ((await aptInstall('The S3 suite', 'python3-swift', ...services.map(name => `swift-${name}`))) && isInstalled())
