import { giveStaffSecondFactor } from '@portico/contract/staff/second-factor'
import { signInStaffByPasskey } from '@portico/contract/staff/sign-in/passkeys'
import { expect, test, vi } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { passkeyActs } from '../../../test/fixtures/staff-passkeys.ts'
import { insertChallenge } from '../../auth/passkeys/challenge-queries.ts'

// Who knows the credential id of somebody of the staff, and has as many addresses, challenges and keys as he likes.

vi.setConfig({ testTimeout: 300_000 })

const origin = 'https://portale.example'
const app = await testApp({ publicUrl: origin, staffSecondFactor: 'required' })
const { database, clock, call } = app
const { aDevice, enter, withPasskey } = passkeyActs(app, origin)
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
  const counts: Record<string, number> = {}
  for (let begun = 0; begun < GUESSES; begun += WIDTH) {
    const tries = Array.from({ length: WIDTH }, async () =>
      call(signInStaffByPasskey, { body: { response: await forge() }, address: anAddress() }),
    )
    for (const { status, problem } of await Promise.all(tries)) {
      const key = `${status} ${problem.code}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  expect(counts).toEqual({ '401 wrong_credentials': GUESSES })

  const { headers } = await enter(account.email)
  const codes: string[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    const body = { passkey: await forge() }
    codes.push((await call(giveStaffSecondFactor, { headers, body, address: anAddress() })).problem.code)
  }
  expect(codes).toEqual([...Array(5).fill('wrong_credentials'), ...Array(15).fill('unauthenticated')])
  // Its owner is not shut out by it.
  expect((await call(signInStaffByPasskey, { body: { response: device.get(await challenge()) } })).status).toBe(200)
})
