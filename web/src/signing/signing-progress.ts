import type { CodeOnItsWay, SignerData } from './data.ts'

/** How far a signing has come: who signs, and the code that was sent to them. */
export type SigningProgress = { signer: SignerData; code: CodeOnItsWay }

const nameOf = (documentkey: string) => `signing:${documentkey}`

/** Keeps it for this tab until the code ends: phones drop a page while its reader looks at the message. Null forgets it. */
export const keepProgress = (documentkey: string, progress: SigningProgress | null) => {
  try {
    if (progress) sessionStorage.setItem(nameOf(documentkey), JSON.stringify(progress))
    else sessionStorage.removeItem(nameOf(documentkey))
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

/** What was kept, while its code holds. */
export const keptProgress = (documentkey: string): SigningProgress | undefined => {
  try {
    const kept: SigningProgress | null = JSON.parse(sessionStorage.getItem(nameOf(documentkey)) ?? 'null')
    return kept && kept.code.endsAt > Date.now() ? kept : undefined
  } catch {
    return undefined
  }
}
