import { randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { mayStampTimes, readCertificate } from './certificate.ts'
import { checkSigner, digestOf } from './verify-cms.ts'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const TIMEOUT_MS = 10_000
const REPLY_MAX = 100_000

const bytes = (buffer: Uint8Array) => Uint8Array.from(buffer).buffer

const contentIn = (token: SignedData): ArrayBuffer => {
  const content = token.encapContentInfo.eContent
  if (!content) throw new Error('A time stamp without content')
  return content.getValue()
}

const infoOf = (token: SignedData): TSTInfo => TSTInfo.fromBER(contentIn(token))

/** The content of a token: the stamped digest, the OID of its algorithm, and the time. */
export const readToken = (token: SignedData): { algorithm: string; digest: Buffer; time: Date } => {
  const info = infoOf(token)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  return {
    algorithm: hashAlgorithm.algorithmId,
    digest: Buffer.from(hashedMessage.valueBlock.valueHexView),
    time: info.genTime,
  }
}

/** Moves name and password of a URL into a header, because `fetch` rejects them in the URL and repeats them in its error. */
const withoutPassword = (text: string): { url: URL; headers: Record<string, string> } => {
  const url = new URL(text)
  const { username, password } = url
  url.username = url.password = ''
  if (!username) return { url, headers: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Throws unless the token is signed by the certificate in it, and this certificate may issue time stamps. */
const checkSignature = (token: SignedData) => {
  const [signer] = token.signerInfos
  const content = Buffer.from(contentIn(token))
  const over = { digest: (algorithm: string) => digestOf(algorithm, content), whole: () => content }
  const checked = signer && checkSigner(token, signer, over)
  if (!checked) throw new Error('The time stamp does not say who has signed it')
  if (!mayStampTimes(readCertificate(checked.der)))
    throw new Error('The certificate of the time stamp is not one for time stamps')
  if (!checked.contentHolds || !checked.signatureHolds)
    throw new Error('The time stamp is not signed by its certificate')
}

/** The body of a response, limited in size. */
const contentOf = async (reply: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > REPLY_MAX) throw new Error('The time-stamping authority answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const post = async (address: string, request: TimeStampReq, timeout: number): Promise<Response> => {
  const { url, headers } = withoutPassword(address)
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      body: request.toSchema().toBER(),
      signal: AbortSignal.timeout(timeout),
    })
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    throw new Error(`The time-stamping authority did not answer within ${timeout / 1000} seconds`)
  }
}

/**
 * Requests a time stamp (RFC 3161) of a SHA-256; returns the token in DER. Throws if there is none within `timeout` milliseconds, or if it
 * stamps something else.
 */
export const requestTimeStamp = async (
  url: string,
  digest: Uint8Array,
  timeout: number = TIMEOUT_MS,
): Promise<Buffer> => {
  // A leading zero bit keeps the number positive.
  const nonce = Buffer.concat([Buffer.of(0x11), randomBytes(7)])
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: bytes(digest) }),
    }),
    nonce: new Integer({ valueHex: bytes(nonce) }),
    certReq: true,
  })
  const reply = await post(url, request, timeout)
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new Error(`The time-stamping authority answered ${reply.status}`)
  }
  const { status, timeStampToken } = TimeStampResp.fromBER(bytes(await contentOf(reply)))
  if (status.status > 1 || !timeStampToken) throw new Error('The time-stamping authority refused')
  const token = new SignedData({ schema: timeStampToken.content })
  const answered = infoOf(token).nonce?.valueBlock.valueHexView ?? Buffer.alloc(0)
  if (!readToken(token).digest.equals(digest) || !nonce.equals(answered))
    throw new Error('The time-stamping authority stamped something else')
  checkSignature(token)
  return Buffer.from(timeStampToken.toSchema().toBER())
}
