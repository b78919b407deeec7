import { readDocumentToSign, sendSigningCode, signDocument } from '@portico/contract/signing'
import { expect } from 'vitest'
import { anAddress, type TestApp } from './app.ts'
import { aDocumentToSign } from './documents-to-sign.ts'

/** A document that Elena Verdi has signed with a code: the file as it is kept. */
export const aSealedFile = async (app: TestApp, pdf?: Buffer): Promise<Buffer> => {
  const { key } = await aDocumentToSign(app, pdf ? { pdf } : {})
  const params = { documentkey: key }
  await app.call(sendSigningCode, { params, body: { firstName: 'Elena', lastName: 'Verdi', consent: true } })
  const code = /\d{6}/.exec((await app.delivered()).texts.at(-1)?.text ?? '')?.[0]
  expect((await app.call(signDocument, { params, body: { code } })).status).toBe(200)
  const { url } = (await app.call(readDocumentToSign, { params })).body
  return (await app.http.inject({ url, remoteAddress: anAddress() })).rawPayload
}
