/** What the log of a contact contains; a closed list. */
export const contactActs = ['signIn', 'fileOpened', 'seenAs', 'secondFactorRequired', 'secondFactorOptional'] as const
/** One of {@link contactActs}. */
export type ContactAct = (typeof contactActs)[number]
