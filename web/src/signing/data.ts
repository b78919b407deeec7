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
import { call, type UploadInput, uploadFile } from '../api/api.ts'

/** A document to accept, by the key of its address. */
export const documentToSign = (documentkey: string) =>
  queryOptions({
    queryKey: ['signing', documentkey],
    queryFn: ({ signal }) => call(readDocumentToSign, { params: { documentkey }, signal }),
    staleTime: 5 * 60_000,
  })

/** What the signer says of himself. */
export type SignerData = { firstName: string; lastName: string; phone?: string; consent: boolean }

/** A code on its way: the hidden number it goes to, and until when by the reader's own clock. */
export type CodeOnItsWay = { phone: string; endsAt: number; resendAt: number }

/** Has a code sent. */
export const sendCode = (documentkey: string) =>
  mutationOptions({
    mutationFn: async (body: SignerData & { language: 'it-IT' | 'en-EN' | 'es-ES' }): Promise<CodeOnItsWay> => {
      const { phone } = await call(sendSigningCode, { params: { documentkey }, body })
      const now = Date.now()
      return { phone, endsAt: now + codeMinutes * 60_000, resendAt: now + resendSeconds * 1000 }
    },
  })

/** The code that was sent last, whoever asked for it. */
export const codeSent = (documentkey: string) =>
  queryOptions({
    queryKey: ['signing', documentkey, 'code'],
    queryFn: async ({ signal }) => {
      const { phone, expiresAt } = await call(readSigningCode, { params: { documentkey }, signal })
      return { phone, endsAt: Date.parse(expiresAt) }
    },
    staleTime: 0,
    // Somebody has pressed a button and waits.
    retry: false,
  })

/** How often to look what became of a message, in milliseconds. */
const LOOK_AGAIN_MS = 2500

/** What became of the message with a code: looked at until the provider has taken it or it was given up. */
export const codeState = (documentkey: string, { endsAt }: CodeOnItsWay) =>
  queryOptions({
    queryKey: ['signing', documentkey, 'code', endsAt],
    queryFn: ({ signal }) => call(readSigningCode, { params: { documentkey }, signal }),
    // It is an extra: where it cannot be had, the code may arrive all the same.
    retry: false,
    refetchInterval: ({ state: { data } }) => {
      const isPending = data === undefined || data.delivery === 'waiting' || data.delivery === 'delayed'
      return isPending && endsAt > Date.now() ? LOOK_AGAIN_MS : false
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

/** Has a file checked. */
export const verifyFile = mutationOptions({
  mutationFn: ({ file, ...input }: { file: File } & UploadInput) => uploadFile(verifySignedFile, {}, file, input),
})
