import { makePasskey } from '../../page/passkeys/device.ts'
import type { OwnPasskeys } from '../../page/passkeys/passkey-list.tsx'
import { deletePasskey, namePasskey, readPasskeys, requestNewPasskey, requestPasskey, sendPasskey } from './data.ts'

/** The own passkeys. */
export const ownPasskeys = {
  queryKey: ['staff', 'passkeys'],
  read: readPasskeys,
  add: async proof => sendPasskey(await makePasskey(await requestNewPasskey(proof))),
  rename: namePasskey,
  remove: deletePasskey,
  request: requestPasskey,
} satisfies OwnPasskeys
