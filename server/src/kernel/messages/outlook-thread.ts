import { createHash } from 'node:crypto'
import type { TicketKeys } from '../access/ticket-keys.ts'

/** Ticks of 100 ns from 1601 to 1970. */
const TICKS_FROM_1601 = 116_444_736_000_000_000n

/**
 * What Outlook threads by, besides the ids: the subject of the conversation, and a number of it (MS-OXOMSG, section 2.2.1.3). Bytes of
 * a Thread-Index: a header with the time and an id of the conversation, and a block for each answer, with the time since the first mail.
 */
export const outlookThread = (
  { ticketId, serviceCompanyId }: TicketKeys,
  { topic, begun, at }: { topic: string; begun: Date; at: Date | undefined },
): Record<string, string> => {
  const header = Buffer.alloc(22)
  const ticks = BigInt(begun.getTime()) * 10_000n + TICKS_FROM_1601
  header[0] = 1
  header.writeUIntBE(Number((ticks >> 24n) & 0xffffffffffn), 1, 5)
  createHash('sha256').update(`${serviceCompanyId} ${ticketId}`).digest().copy(header, 6, 0, 16)
  if (at === undefined) return { 'Thread-Topic': topic, 'Thread-Index': header.toString('base64') }
  const passed = BigInt(Math.max(0, at.getTime() - begun.getTime())) * 10_000n
  const block = Buffer.alloc(5)
  // The first bit marks a coarser time, for what comes more than some 1.8 years later.
  const isFar = passed >> 49n !== 0n
  block.writeUInt32BE(isFar ? Number(((passed >> 23n) & 0x7fffffffn) | 0x80000000n) : Number(passed >> 18n))
  return { 'Thread-Topic': topic, 'Thread-Index': Buffer.concat([header, block]).toString('base64') }
}
