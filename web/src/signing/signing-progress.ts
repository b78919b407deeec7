import type { CodeOnItsWay, SignerData } from './data.ts'

/** The progress of a signature: the signer's data and the code that was sent. */
export type SigningProgress = { signer: SignerData; code: CodeOnItsWay }

const nameOf = (documentkey: string) => `signing:${documentkey}`

/** Saves the progress in this tab until the code expires: phones unload a page while the reader looks at the SMS. Null deletes it. */
export const saveProgress = (documentkey: string, progress: SigningProgress | null) => {
  try {
    if (progress) sessionStorage.setItem(nameOf(documentkey), JSON.stringify(progress))
    else sessionStorage.removeItem(nameOf(documentkey))
  } catch {
    // Without storage the signer starts again.
  }
}

/** The saved progress, if its code has not expired. */
export const readProgress = (documentkey: string): SigningProgress | undefined => {
  try {
    const saved: SigningProgress | null = JSON.parse(sessionStorage.getItem(nameOf(documentkey)) ?? 'null')
    return saved && saved.code.endsAt > Date.now() ? saved : undefined
  } catch {
    return undefined
  }
}
