import type { Endpoint, Params } from '@portico/contract/endpoint'
import {
  ApiError,
  addressOf,
  failureOfAnswer,
  failureWithoutAnswer,
  type PathOf,
  type ReplyOf,
  sessionEnded,
} from './api.ts'
import { sessionForRequest } from './request-session.ts'

/** Options of an upload. `onProgress` is called with the share that has been sent, 0 to 1. */
export type UploadInput = {
  query?: Record<string, string>
  onProgress?: (share: number) => void
  signal?: AbortSignal
  idempotencyKey?: string
}

/** Sends one file. By XMLHttpRequest, because `fetch` reports no progress of a request body. Throws as `call` does. */
export const uploadFile = <E extends Endpoint & { upload?: true }>(
  endpoint: E,
  params: Params<PathOf<E>>,
  file: File,
  { query, onProgress, signal, idempotencyKey }: UploadInput = {},
) =>
  new Promise<ReplyOf<E>>((resolve, reject) => {
    const aborted = () => new DOMException('The upload was cancelled', 'AbortError')
    if (signal?.aborted) return reject(aborted())
    const session = sessionForRequest(endpoint.method)
    const { ended } = session
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status >= 300)
        return reject(
          failureOfAnswer(request.status, request.responseText, request.getResponseHeader('Retry-After'), session),
        )
      try {
        resolve(JSON.parse(request.responseText))
      } catch (error) {
        reject(new ApiError({ code: 'network' }, undefined, error))
      }
    }
    request.onerror = () => reject(failureWithoutAnswer(undefined, signal, ended))
    request.onabort = () => reject(ended?.aborted ? sessionEnded() : aborted())
    const ends = [signal, ended]
    request.onloadend = () => {
      for (const end of ends) end?.removeEventListener('abort', cancel)
    }
    for (const end of ends) end?.addEventListener('abort', cancel)
    request.open(endpoint.method, addressOf(endpoint, { params: params as Record<string, string | number>, query }))
    for (const [name, value] of Object.entries(session.headers)) request.setRequestHeader(name, value)
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
