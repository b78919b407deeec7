/** The search of the sign-in page: where to go on, and whether the last session ended by itself. */
export type SignInSearch = { back?: string; ended?: true }

const backOf = (back: unknown) =>
  typeof back === 'string' && /^\/staff(\/(?!login|second-factor|sign-ins)|\?|$)/.test(back) ? { back } : {}

/** Only addresses of the staff room are gone to. */
export const readSignInSearch = ({ back, ended }: Record<string, unknown>): SignInSearch => ({
  ...backOf(back),
  ...(ended === true && { ended }),
})

/** The search of the second step: where to go on, and whether a passkey is due, or a second factor has to be set up; else a code is due. */
export type SecondFactorSearch = { back?: string; due?: 'enrol' | 'passkey' }

export const readSecondFactorSearch = ({ back, due }: Record<string, unknown>): SecondFactorSearch => ({
  ...backOf(back),
  ...((due === 'enrol' || due === 'passkey') && { due }),
})
