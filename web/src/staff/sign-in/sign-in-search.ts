/** The search of the sign-in page: where to go on, and whether the last session ended by itself. */
export type SignInSearch = { back?: string; ended?: true }

/** Only addresses of the staff room are gone to. */
export const readSignInSearch = ({ back, ended }: Record<string, unknown>): SignInSearch => ({
  ...(typeof back === 'string' && /^\/staff(\/(?!login)|\?|$)/.test(back) && { back }),
  ...(ended === true && { ended }),
})
