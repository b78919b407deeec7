import { currentToken, onSessionChange } from '../../api/session-token.ts'
import { hasScreenLock } from '../../page/passkeys/device.ts'
import { passkeyFault } from '../../page/passkeys/fault-text.ts'
import { localized } from '../../text/localized.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { keepOffer, wasOffered } from './offer-made.ts'
import { ownPasskeys } from './own-passkeys.ts'

const create = async () => {
  try {
    // The sign-in was a moment ago, and is the proof that a new passkey needs.
    await ownPasskeys.add({})
    toast({ title: localized(t => t('ownPasskeys.addedDone')) })
  } catch (error) {
    const fault = passkeyFault(error, true)
    toast({ title: localized(t => fault(t) ?? ''), tone: 'danger' })
  }
}

const offer = async () => {
  const token = currentToken()
  if (!token || wasOffered() || !(await hasScreenLock())) return
  const passkeys = await ownPasskeys.read().catch(() => undefined)
  if (!passkeys || passkeys.length > 0 || token !== currentToken() || !keepOffer()) return
  toast({
    title: localized(t => t('ownPasskeys.offerTitle')),
    text: localized(t => t('ownPasskeys.offerText')),
    tone: 'info',
    action: { text: localized(t => t('ownPasskeys.offer')), onAction: () => void create() },
  })
}

let isByPasskey = false
let isListening = false

/** Offers a passkey after the next sign-in of this tab, unless it is by passkey: once in a browser, so that whoever closes the offer has declined it. */
export const offerAfterSignIn = (byPasskey: boolean) => {
  isByPasskey = byPasskey
  if (isListening) return
  isListening = true
  const stop = onSessionChange(elsewhere => {
    stop()
    isListening = false
    if (!elsewhere && !isByPasskey) void offer()
  })
}
