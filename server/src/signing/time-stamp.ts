import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const TIMEOUT_MS = 10_000
const REPLY_MAX = 100_000

const bytes = (buffer: Uint8Array) => Uint8Array.from(buffer).buffer

/** What a token (DER) says: the SHA-256 that it stamps, and when. */
export const readToken = (token: SignedData): { digest: Buffer; time: Date } => {
  const content = token.encapContentInfo.eContent
  if (!content) throw new Error('A time stamp without content')
  const info = TSTInfo.fromBER(content.getValue())
  return { digest: Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView), time: info.genTime }
}

/** An address without the name and password in it, which `fetch` refuses and would repeat; they go in a header. */
const withoutPassword = (text: string): { url: URL; headers: Record<string, string> } => {
  const url = new URL(text)
  const { username, password } = url
  url.username = url.password = ''
  if (!username) return { url, headers: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Asks a time-stamping authority (RFC 3161) to stamp a value; the token in DER. Throws when it does not, or stamps something else. */
export const requestTimeStamp = async (url: string, value: Buffer): Promise<Buffer> => {
  const digest = createHash('sha256').update(value).digest()
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: bytes(digest) }),
    }),
    // A first bit of 0 keeps the number positive.
    nonce: new Integer({ valueHex: bytes(Buffer.concat([Buffer.of(0x11), randomBytes(7)])) }),
    certReq: true,
  })
  const authority = withoutPassword(url)
  const reply = await fetch(authority.url, {
    method: 'POST',
    headers: {
      ...authority.headers,
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
    },
    body: request.toSchema().toBER(),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!reply.ok) throw new Error(`The time-stamping authority answered ${reply.status}`)
  const body = Buffer.from(await reply.arrayBuffer())
  if (body.length > REPLY_MAX) throw new Error('The time-stamping authority answered too much')
  const { status, timeStampToken } = TimeStampResp.fromBER(bytes(body))
  if (status.status > 1 || !timeStampToken) throw new Error('The time-stamping authority refused')
  const stamped = readToken(new SignedData({ schema: timeStampToken.content }))
  if (!stamped.digest.equals(digest)) throw new Error('The time-stamping authority stamped something else')
  return Buffer.from(timeStampToken.toSchema().toBER())
}
