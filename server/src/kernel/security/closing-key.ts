import { type ClaimedToken, formatReplyToken, isReplyToken, parseReplyToken } from './reply-token.ts'

/** Days for which the link of a mail closes its ticket. */
const DAYS = 30
const DAY_MS = 24 * 3_600_000

/** The ticket that a key closes, and the web user for whom. */
export type ClosingReader = { serviceCompanyId: number; ticketId: number; webUserId: number }

/** A key as somebody has sent it: what it claims, and the code that has to prove it. */
export type ClaimedClosing = ClosingReader & { token: ClaimedToken; lastDay: number }

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/**
 * The key of a link that closes a ticket: a token of kind `x` that ends with the reader's `version`, and the last day on which it counts,
 * which the code of the token covers.
 */
export const formatClosingKey = (
  key: Buffer,
  { serviceCompanyId, ticketId, webUserId }: ClosingReader,
  { version, now }: { version: number; now: Date },
): string => {
  const lastDay = dayOf(now) + DAYS
  const token = formatReplyToken(key, { kind: 'x', serviceCompanyId, ticketId, readerId: webUserId }, version, lastDay)
  return `${token}.${lastDay}`
}

/** What a text claims to be a key of; undefined if it has not the form of one. */
export const parseClosingKey = (text: string): ClaimedClosing | undefined => {
  const [, first = '', last] = /^([a-z0-7]{30,60})\.(\d{5})$/i.exec(text) ?? []
  const token = parseReplyToken(first)
  if (token?.kind !== 'x') return undefined
  const { serviceCompanyId, ticketId, readerId: webUserId } = token
  return { serviceCompanyId, ticketId, webUserId, token, lastDay: Number(last) }
}

/** Whether a key is what it claims to be. */
export const isClosingKey = (key: Buffer, { token, lastDay }: ClaimedClosing, version: number): boolean =>
  isReplyToken(key, token, version, lastDay)

/** Whether the last day of a key is over. */
export const hasExpired = ({ lastDay }: ClaimedClosing, now: Date): boolean => dayOf(now) > lastDay
