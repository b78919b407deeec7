// npm start: installs and builds what is missing, then becomes the server.
import { requireNode } from './node-version.mjs'

requireNode()
const { prepare } = await import('./prepare.mjs')
await prepare({ toServe: true })

// The server runs in this very process, so signals reach it and its exit code is ours.
process.argv.splice(2, 0, 'serve')
await import('../server/bin/portico.js')
