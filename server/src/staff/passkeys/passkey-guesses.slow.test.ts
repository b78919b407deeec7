import { giveStaffSecondFactor } from '@portico/contract/staff/second-factor'
import { signInStaffByPasskey } from '@portico/contract/staff/sign-in/passkeys'
import { expect, test, vi } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { staffHeaders } from '../../../test/fixtures/staff.ts'
import { passkeyActs } from '../../../test/fixtures/staff-passkeys.ts'
import { insertChallenge } from '../../auth/passkeys/challenge-queries.ts'
import { sql } from '../../kernel/database/db.ts'

// Who knows the credential id of somebody of the staff, and has as many addresses, challenges and keys as he likes.

vi.setConfig({ testTimeout: 300_000 })

const origin = 'https://portale.example'
const app = await testApp({ publicUrl: origin, staffSecondFactor: 'required' })
const { database, clock, call } = app
const { aDevice, add, anAccount, enter, withPasskey } = passkeyActs(app, origin)
const GUESSES = 10_000
/** Guesses that are under way at once. */
const WIDTH = 20

const challenge = async () => ({
  challenge: await insertChallenge(database, { purpose: 'staffSignIn', rpId: 'portale.example' }, clock.now()),
})

test('of 10 000 signatures that are made up for a passkey none signs in, and a sign-in that waits takes five', async () => {
  const { account, device } = await withPasskey()
  const forger = aDevice()
  const { userHandle } = device.get(await challenge()).response
  const forge = async () => {
    const signed = forger.get(await challenge(), { userHandle: userHandle ?? '' })
    return { ...signed, id: device.id, rawId: device.id }
  }
  const countAnswers = async (guesses: number) => {
    const counts: Record<string, number> = {}
    for (let begun = 0; begun < guesses; begun += WIDTH) {
      const tries = Array.from({ length: WIDTH }, async () =>
        call(signInStaffByPasskey, { body: { response: await forge() }, address: anAddress() }),
      )
      for (const answer of await Promise.all(tries)) {
        const key = answer.status === 200 ? '200' : `${answer.status} ${answer.problem.code}`
        counts[key] = (counts[key] ?? 0) + 1
      }
    }
    return counts
  }
  expect(await countAnswers(GUESSES)).toEqual({ '401 wrong_credentials': GUESSES })

  const { headers } = await enter(account.email)
  const codes: string[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    const body = { passkey: await forge() }
    codes.push((await call(giveStaffSecondFactor, { headers, body, address: anAddress() })).problem.code)
  }
  expect(codes).toEqual([...Array(5).fill('wrong_credentials'), ...Array(15).fill('unauthenticated')])
  // Its owner is not shut out by it.
  expect((await call(signInStaffByPasskey, { body: { response: device.get(await challenge()) } })).status).toBe(200)

  // A signature that is not compared with the key of its passkey is seen.
  const other = await anAccount()
  expect((await add(await staffHeaders(app, other), forger)).status).toBe(201)
  const keyOf = (id: string) => sql`credential_id = ${Buffer.from(id, 'base64url')}`
  await database.run(sql`update staff_passkey set public_key = (select public_key from staff_passkey where ${keyOf(forger.id)})
    where ${keyOf(device.id)}`)
  expect((await countAnswers(WIDTH))['200']).toBeGreaterThan(0)
})
