// npm start: installs and builds what is missing, then becomes the server.
import { requireNode } from './node-version.mjs'

requireNode()
const { prepare } = await import('./prepare.mjs')
await prepare({ toServe: true })

// The server runs in this process, so that it receives signals and sets the exit code.
process.argv.splice(2, 0, 'serve')
await import('../server/bin/portico.js')
