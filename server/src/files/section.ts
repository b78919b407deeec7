import * as contract from '@portico/contract/files'
import type { Section } from '../sections/definition/section.ts'
import { fileRoutes } from './routes.ts'
import { compactStoredBytes, storedBytes } from './stored-bytes-queries.ts'
import { sweepFiles } from './sweep.ts'

export const files: Section = {
  name: 'files',
  contract,
  routes: (app, { fileAccess }) => fileRoutes(app, fileAccess),
  cleanup: async deps => {
    await compactStoredBytes(deps.database)
    return sweepFiles(deps)
  },
  metrics: ({ database }) => [
    {
      name: 'portico_stored_bytes',
      help: 'Bytes of the files that are kept, by service company',
      label: 'company',
      count: async () =>
        Object.fromEntries((await storedBytes(database)).map(({ company, bytes }) => [company, bytes])),
    },
  ],
}
