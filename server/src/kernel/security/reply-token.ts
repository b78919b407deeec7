import { createHmac } from 'node:crypto'
import { sameSecret } from './secrets.ts'

/**
 * Who answers by a token: `m` a web user of the ticket's contact, `c` an address in copy, `s` a staff account, `g` whoever of the staff
 * reads the mailbox of a group (reader 0: of the portal). `v` and `a` are of a planned activity and of an appointment without a ticket, whose
 * id stands in the ticket's place: a web user of its contact answers, or somebody else (reader 0). Two are no readers: `b` is the return path
 * of mails to an address, and `x` the link by which a web user closes the ticket.
 */
export type ReplyKind = 'm' | 'c' | 's' | 'g' | 'v' | 'a' | 'b' | 'x'

/** What a token stands for. Ids are below 2^40, so that a token has at most 54 characters. */
export type ReplyReader = { kind: ReplyKind; serviceCompanyId: number; ticketId: number; readerId: number }

/** A token as somebody has sent it: what it claims, and the code that has to prove it. */
export type ClaimedToken = ReplyReader & { mac: string }

const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
const MAC_LENGTH = 26
const TOKEN = /^([mcsgvabx])([a-z2-7]{1,8})0([a-z2-7]{1,8})0([a-z2-7]{1,8})0([a-z2-7]{26})$/

/** The most characters of a token. */
export const TOKEN_MAX = 54

const encodeId = (id: number): string => {
  let text = ''
  for (let rest = id; rest > 0 || text === ''; rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text
  return text
}

const decodeId = (text: string): number => [...text].reduce((id, digit) => id * 32 + DIGITS.indexOf(digit), 0)

/** 128 bits in base 32 (RFC 4648), in lower case and without padding: mail programs may change the case of an address. */
const encodeMac = (bytes: Buffer): string => {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += DIGITS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + DIGITS[(held << (5 - bits)) & 31] : text
}

const macOf = (
  key: Buffer,
  { kind, serviceCompanyId, ticketId, readerId }: ReplyReader,
  version: number,
  lastDay: number | undefined,
): string =>
  encodeMac(
    createHmac('sha256', key)
      .update(
        [kind, serviceCompanyId, ticketId, readerId, version, ...(lastDay === undefined ? [] : [lastDay])].join(':'),
      )
      .digest()
      .subarray(0, 16),
  )

/** The purpose of the key of tokens; see `Secrets.keyFor`. */
export const replyTokenPurpose = 'reply address'

/**
 * The token of a reader for a ticket. `version` is counted up to revoke all earlier tokens of the reader. `lastDay`, which its code then
 * covers, stands beside a token that ends by itself.
 */
export const formatReplyToken = (key: Buffer, reader: ReplyReader, version: number, lastDay?: number): string => {
  const ids = [reader.serviceCompanyId, reader.ticketId, reader.readerId].map(encodeId)
  return `${reader.kind}${ids.join('0')}0${macOf(key, reader, version, lastDay)}`
}

/** What a text claims to be a token of, whatever its case; undefined if it has not the form of one. */
export const parseReplyToken = (text: string): ClaimedToken | undefined => {
  const [, kind, company = '', ticket = '', reader = '', mac = ''] = TOKEN.exec(text.toLowerCase()) ?? []
  if (kind === undefined || mac.length !== MAC_LENGTH) return undefined
  return {
    kind: kind as ReplyKind,
    serviceCompanyId: decodeId(company),
    ticketId: decodeId(ticket),
    readerId: decodeId(reader),
    mac,
  }
}

/** Whether a token is what it claims to be. */
export const isReplyToken = (key: Buffer, claimed: ClaimedToken, version: number, lastDay?: number): boolean =>
  sameSecret(claimed.mac, macOf(key, claimed, version, lastDay))

/** REPLY_ADDRESS in its two parts, around `{token}`. */
export type ReplyAddress = { before: string; after: string }

/** The address of a token. */
export const formatReplyAddress = ({ before, after }: ReplyAddress, token: string): string => before + token + after

/** The token in an address of the installation; undefined for any other address. */
export const tokenInAddress = ({ before, after }: ReplyAddress, address: string): ClaimedToken | undefined => {
  const text = address.toLowerCase()
  const [start, end] = [before.toLowerCase(), after.toLowerCase()]
  if (!text.startsWith(start) || !text.endsWith(end)) return undefined
  return parseReplyToken(text.slice(start.length, text.length - end.length))
}

/** The token in the id of a mail of ours, `<ticket-TOKEN.….portal@domain>`; undefined for any other id. */
export const tokenInMessageId = (messageId: string): ClaimedToken | undefined => {
  const [, token] = /^<ticket-([a-z0-7]{30,60})\./i.exec(messageId) ?? []
  return token === undefined ? undefined : parseReplyToken(token)
}
