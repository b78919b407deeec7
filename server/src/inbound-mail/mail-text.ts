import { messageMaxLength, titleMaxLength } from '@portico/contract/tickets'
import { escapeHtml } from '../kernel/html/escape-html.ts'
import { hasContent, replaceImageUrls, textToHtml } from '../kernel/html/html.ts'
import { toOneLine } from '../kernel/text/one-line.ts'
import type { ReceivedMail } from './reading/message.ts'
import type { InboundTexts } from './texts.ts'

const PREFIXES = /^(?:\s*(?:re|r|rif|ris|aw|sv|fwd?|i|wg|tr|rv)\s*(?:\[\d+\]\s*)?:)+\s*/i

/** The title of a ticket from the subject of its mail, without the marks of answers. */
export const titleOf = ({ subject }: ReceivedMail, fallback: string): string => {
  const line = toOneLine(subject)
  return (line.replace(PREFIXES, '') || line || fallback).slice(0, titleMaxLength)
}

/**
 * The message of a mail with its pictures in place; an answer to an invitation is said in words. `fileIds` are its stored files by their place among the attachments; `leftOut` names
 * those that we do not keep.
 */
export const messageOf = (
  { html, text, calendarReply }: ReceivedMail,
  {
    plainText,
    fileIds,
    leftOut,
    texts,
  }: {
    plainText: boolean
    fileIds: ReadonlyMap<number, number>
    leftOut: readonly string[]
    texts: InboundTexts
  },
): string => {
  const pictured = replaceImageUrls(html, number => {
    const id = fileIds.get(number)
    return id === undefined ? undefined : `attachment:${id}`
  })
  const notice = leftOut.length > 0 ? texts.leftOut(leftOut.join(', ')) : ''
  const answer = calendarReply && texts.invitation[calendarReply.status]?.(calendarReply.attendee)
  const body =
    plainText || pictured.length > messageMaxLength ? textToHtml(text.slice(0, messageMaxLength / 2)) : pictured
  const shown = hasContent(body) ? body : ''
  const paragraph = (line: string | null | undefined) => (line ? `<p>${escapeHtml(line)}</p>` : '')
  return `${paragraph(answer)}${shown}${paragraph(notice)}`
}
