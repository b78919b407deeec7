import type { SignatureState } from '@portico/contract/staff/signatures'

// Written out, so that the start does not load the contract's schemas.
const signatureStates = [
  'waiting',
  'signed',
  'declined',
  'expired',
  'withdrawn',
] as const satisfies readonly SignatureState[]

/** Which documents to sign are listed, and the one that is open. */
export type SignaturesSearch = {
  q?: string
  state?: SignatureState
  portal?: string
  contact?: number
  open?: number
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
const idOf = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Reads the search of the list's address; what is malformed is left out. */
export const readSignaturesSearch = (search: Record<string, unknown>): SignaturesSearch => {
  const state = signatureStates.find(one => one === search.state)
  const [q, portal] = [textOf(search.q).slice(0, 200), textOf(search.portal).slice(0, 40)]
  const [contact, open] = [idOf(search.contact), idOf(search.open)]
  return {
    ...(q && { q }),
    ...(state && { state }),
    ...(portal && { portal }),
    ...(contact !== undefined && { contact }),
    ...(open !== undefined && { open }),
  }
}
