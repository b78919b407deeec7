import {
  codeMinutes,
  declineDocument,
  readDocumentToSign,
  readSigningCode,
  resendSeconds,
  sendSigningCode,
  signDocument,
  verifySignedFile,
} from '@portico/contract/signing'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { type UploadInput, uploadFile } from '../api/upload-file.ts'

/** A document to sign, by the key in its URL. */
export const documentToSign = (documentkey: string) =>
  queryOptions({
    queryKey: ['signing', documentkey],
    queryFn: ({ signal }) => call(readDocumentToSign, { params: { documentkey }, signal }),
    staleTime: 5 * 60_000,
  })

/** The data that the signer enters. */
export type SignerData = { firstName: string; lastName: string; phone?: string; consent: boolean }

/** A code that was sent: the masked phone number, and by the reader's clock when it expires and when another can be requested. */
export type CodeOnItsWay = { phone: string; endsAt: number; resendAt: number }

/** Requests a code by SMS. */
export const sendCode = (documentkey: string) =>
  mutationOptions({
    mutationFn: async (body: SignerData & { language: 'it-IT' | 'en-EN' | 'es-ES' }): Promise<CodeOnItsWay> => {
      const { phone } = await call(sendSigningCode, { params: { documentkey }, body })
      const now = Date.now()
      return { phone, endsAt: now + codeMinutes * 60_000, resendAt: now + resendSeconds * 1000 }
    },
  })

/** The last code that was sent, from any tab or device. */
export const codeSent = (documentkey: string) =>
  queryOptions({
    queryKey: ['signing', documentkey, 'code'],
    queryFn: async ({ signal }) => {
      const { phone, expiresAt } = await call(readSigningCode, { params: { documentkey }, signal })
      return { phone, endsAt: Date.parse(expiresAt) }
    },
    staleTime: 0,
    // The reader pressed a button and waits.
    retry: false,
  })

/** Interval between polls of the delivery state, in milliseconds. */
const POLL_INTERVAL_MS = 2500

/** The delivery state of the SMS with the code, polled until it is final or the code expires. */
export const codeState = (documentkey: string, { endsAt }: CodeOnItsWay) =>
  queryOptions({
    queryKey: ['signing', documentkey, 'code', endsAt],
    queryFn: ({ signal }) => call(readSigningCode, { params: { documentkey }, signal }),
    // Optional: the code may arrive even if the state cannot be fetched.
    retry: false,
    refetchInterval: ({ state: { data } }) => {
      const isPending = data === undefined || data.delivery === 'waiting' || data.delivery === 'delayed'
      return isPending && endsAt > Date.now() ? POLL_INTERVAL_MS : false
    },
  })

/** Signs with a code. */
export const confirmCode = (documentkey: string) =>
  mutationOptions({ mutationFn: (code: string) => call(signDocument, { params: { documentkey }, body: { code } }) })

/** Declines for good. */
export const decline = (documentkey: string) =>
  mutationOptions({
    mutationFn: (reason: string) => call(declineDocument, { params: { documentkey }, body: { reason } }),
  })

/** Uploads a file to verify its signatures. */
export const verifyFile = mutationOptions({
  mutationFn: ({ file, ...input }: { file: File } & UploadInput) => uploadFile(verifySignedFile, {}, file, input),
})
