import type { BrowserContext, Page } from '@playwright/test'

/** A device with passkeys, as Chromium pretends to have one (WebAuthn level 3, section 11). */
type Options = {
  /** Part of the computer, or a security key. */
  transport?: 'internal' | 'usb'
  /** Whether it keeps passkeys that are found without a name, and asks for a finger, a face or a PIN. */
  hasResidentKey?: boolean
  hasUserVerification?: boolean
  isUserVerified?: boolean
}

/** Gives the browser a device with passkeys; answers what changes it. */
export const addAuthenticator = async (context: BrowserContext, page: Page, options: Options = {}) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  })
  return {
    /** Whether finger, face or PIN are the right ones. */
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Sets the counter of the one passkey, as a copy that was used elsewhere has another. */
    setCounter: async (signCount: number) => {
      const [credential] = (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
      if (!credential) throw new Error('There is no passkey on the device')
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
    },
  }
}
