import { join } from 'node:path'
import { openDb, sql } from '../src/kernel/database/db.ts'
import { insertApiKey } from '../src/operator-api/api-keys.ts'

/** A new API key of the demo's first service company, written into a running embedded database. */
export const demoApiKey = async (dataDir: string): Promise<string> => {
  const connection = { host: join(dataDir, 'postgres', 'socket'), user: 'portico', database: 'portico' }
  const db = openDb({ connection, max: 1, log: () => {} })
  try {
    const { id } = await db.one<{ id: number }>(sql`select id from service_company where external_id = 'brenta'`)
    return (await insertApiKey(db, { serviceCompanyId: id, name: 'test', portalIds: null, readOnly: false })).key
  } finally {
    await db.close()
  }
}
