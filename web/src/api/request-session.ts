import type { Endpoint } from '@portico/contract/endpoint'

/** The session in which a request is made. */
export type RequestSession = {
  /** What proves to the API who calls. */
  headers: Record<string, string>
  /** Aborted when the session ends; absent where nobody is signed in. */
  ended?: AbortSignal
  /** To be called when the API no longer knows the session. */
  expire?: () => void
  /** The answer to a request of this address that was made before the program was there. */
  takeEarlyAnswer?: (address: string) => Promise<Response | undefined> | undefined
}

/** Throws where the session of what the screen shows has ended. */
export type ReadSession = (method: Endpoint['method']) => RequestSession

let readSession: ReadSession = () => ({ headers: {} })

/** Makes all further requests in the sessions that `read` gives. Each app calls it once, when it starts. */
export const setRequestSession = (read: ReadSession) => {
  readSession = read
}

/** The session of a request that is about to be made. */
export const sessionForRequest: ReadSession = method => readSession(method)
