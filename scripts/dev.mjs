// npm run dev: the server and the web, both reloading on change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { prepare, root } = await import('./prepare.mjs')
await prepare({ built: false })

const bin = name => join(root, 'node_modules', name)
const children = [
  spawn(process.execPath, [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/src/main.ts', 'serve'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [bin('vite/bin/vite.js'), '--clearScreen', 'false'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  }),
]
// Told twice to stop, tsx kills the server instead of letting it end: Ctrl C reaches both children by itself.
let stopping = false
const stopAll = () => {
  if (!stopping) for (const child of children) child.kill('SIGTERM')
  stopping = true
}
process.on('SIGTERM', stopAll)
for (const signal of ['SIGINT', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true
  })
for (const child of children)
  child.on('exit', code => {
    process.exitCode ||= code ?? 0
    stopAll()
  })
