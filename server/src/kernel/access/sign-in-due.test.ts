import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { findFactorDue } from './sign-in-due.ts'

const database = await testDatabase()

test('a session that ends while its second factor is looked up is no session', async () => {
  await expect(findFactorDue(database, { sessionId: 0 })).rejects.toMatchObject({ code: 'unauthenticated' })
})
