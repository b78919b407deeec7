import { isPortalKeyForm, isReservedWord } from '@portico/contract/values/portal-key'

// S.r.l., S.p.A., S.L., Ltd, GmbH …: nobody calls a portal so.
const legalForm =
  /(?<![\s,])[\s,]+(s\.?\s?r\.?\s?l\.?\s?s?|s\.?\s?p\.?\s?a|s\.?\s?n\.?\s?c|s\.?\s?a\.?\s?s|s\.?\s?l\.?\s?u?|s\.?\s?a|ltd|limited|llc|inc|gmbh|plc|soc\.?\s?coop)\.?$/i

const keyLength = 40

/** The portal of a company is called like the company, without its legal form. */
export const proposePortalName = (company: string) => company.trim().replace(legalForm, '')

/** A key for a portal of this name; empty where none can be made of it. */
export const proposePortalKey = (name: string) => {
  const key = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, keyLength)
    .replace(/^-|-$/g, '')
  if (findKeyFault(key) === undefined) return key
  return findKeyFault(`${key}-portal`) === undefined && key !== '' ? `${key}-portal` : ''
}

/** What is wrong with a portal's key: its form, or that it is a word of the product's own addresses. */
export const findKeyFault = (key: string): 'form' | 'reserved' | undefined => {
  if (!isPortalKeyForm(key) || /^\d+$/.test(key)) return 'form'
  return isReservedWord(key) ? 'reserved' : undefined
}
