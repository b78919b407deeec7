// npm run openapi
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents, printed } from './checks/check-openapi.mjs'
import { prepare, root } from './prepare.mjs'

await prepare()
for (const document of documents) writeFileSync(join(root, document.kept), await printed(root, document))
