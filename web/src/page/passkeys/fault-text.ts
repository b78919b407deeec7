import { passkeyRequired } from '@portico/contract/sign-in/passkeys'
import { ApiError } from '../../api/api.ts'
import { localizedFailure } from '../../api/failures.ts'
import type { Translate } from '../../text/use-text.ts'
import { DeviceError } from './device.ts'
import { restsOnPassword } from './needs-proof.ts'

/** What went wrong with a passkey, in words; undefined where the page itself has stopped asking. */
export const passkeyFault =
  (error: unknown, isAdding = false) =>
  (t: Translate): string | undefined => {
    if (error instanceof DeviceError) {
      const { fault } = error
      if (fault === 'ended') return undefined
      return t(`ownPasskeys.fault.${fault === 'cancelled' && isAdding ? 'addCancelled' : fault}`)
    }
    if (error instanceof ApiError) {
      if (error.detail === 'unknown_passkey') return t('ownPasskeys.fault.unknown')
      if (error.detail === 'other_passkey') return t('ownPasskeys.fault.other')
      if (error.detail === 'unverified_passkey') return t('ownPasskeys.fault.unverified')
      if (error.detail === 'copied_passkey') return t('ownPasskeys.fault.copied')
      if (error.detail === passkeyRequired) return t('ownPasskeys.fault.required')
      if (restsOnPassword(error)) return t('ownPasskeys.fault.passwordless')
      if (error.code === 'invalid_code') return t('ownPasskeys.fault.over')
    }
    return localizedFailure(error)(t)
  }
