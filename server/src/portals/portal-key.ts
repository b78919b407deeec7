import { isPortalKeyForm, isReservedWord } from '@portico/contract/values/portal-key'

/** Why a text may not be a portal key, as the end of a sentence; undefined if it may. */
export const findPortalKeyFault = (key: string): string | undefined => {
  if (!isPortalKeyForm(key)) return 'must be 2 to 40 of a-z, 0-9 and -'
  // In a URL it would be read as the id of a contact.
  if (/^\d+$/.test(key)) return 'must not be a number'
  return isReservedWord(key) ? 'is a reserved word' : undefined
}
