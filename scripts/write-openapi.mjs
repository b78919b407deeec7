// npm run openapi
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kept, printed } from './check-openapi.mjs'
import { prepare, root } from './prepare.mjs'

await prepare()
writeFileSync(join(root, kept), await printed(root))
