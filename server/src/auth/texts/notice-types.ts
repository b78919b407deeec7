type KindTexts = {
  subject: (portal: string) => string
  title: string
  text: (userName: string, portal: string) => string
  /** What to do if the user did not expect this. */
  unexpected: string
}

type Kind =
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordSet'
  | 'addressChanged'
  | 'newPlace'
  | 'secondFactorAdded'
  | 'secondFactorRemoved'
  | 'secondFactorTaken'
  | 'wrongCodes'
  | 'recoveryCodeUsed'
  | 'recoveryCodesRenewed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'passkeysTaken'

/** The texts of security notices in one language. */
export type NoticeTexts = {
  when: string
  address: string
  device: string
  unknownDevice: string
  notMe: string
  /** The button of a mail about a sign-in. */
  notMySignIn: string
  always: string
  kinds: Record<Kind, KindTexts>
  /** What is said otherwise for a portal that takes no passwords. */
  withoutPasswords: {
    /** The button, which leads to the account page. */
    notMe: string
    unexpected: string
    kinds: Partial<Record<Kind, Partial<Pick<KindTexts, 'text' | 'unexpected'>>>>
  }
}
