// npm run dev: the server and the web app, both reloading on change.
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
// A second signal makes tsx kill the server instead of letting it stop. Ctrl C already reaches both children, so it is not forwarded.
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
