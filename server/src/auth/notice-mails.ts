import type { Language } from '@portico/contract/language'
import { deviceFamily } from '@portico/contract/values/device-name'
import type { MailContent } from '../kernel/messages/mail-frame.ts'
import { dateLocales } from '../kernel/time/locales.ts'
import type { Addressee } from './confirmation-queries.ts'
import type { NoticeTexts } from './texts/notice-types.ts'
import { noticeTexts } from './texts/notices.ts'

/** The kinds of security notices. */
export type NoticeKind = keyof NoticeTexts['kinds']

type Notice = { kind: NoticeKind; at: string; address?: string | undefined; device?: string | undefined }

const formatTime = (at: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocales[language], { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(at),
  )

/** The kinds of which a portal without passwords says the same. */
const saidAlike: readonly NoticeKind[] = ['addressChanged', 'passkeyCopied']

/** The texts of a kind as one portal says them. */
const textsOf = ({ kinds, withoutPasswords }: NoticeTexts, kind: NoticeKind, isPasswordless: boolean) =>
  isPasswordless && !saidAlike.includes(kind)
    ? { ...kinds[kind], unexpected: withoutPasswords.unexpected, ...withoutPasswords.kinds[kind] }
    : kinds[kind]

/**
 * The mail about a notice, in the reader's language and the time zone of the portal. With `key` its button leads to the page that ends the
 * session of a sign-in.
 */
export const composeNoticeMail = (
  { kind, at, address, device }: Notice,
  { userName, webPortalName, webPortalKey, contactId, timeZone, disablePasswords }: Addressee,
  { language, key }: { language: Language; key: string | undefined },
): { subject: string; content: MailContent } => {
  const texts = noticeTexts[language]
  const { subject, title, text, unexpected } = textsOf(texts, kind, disablePasswords)
  // A passkey that may be copied is removed there; a new password would not help.
  const remedy =
    disablePasswords || kind === 'passkeyCopied'
      ? { button: texts.withoutPasswords.notMe, path: `/${webPortalKey}/${contactId}/account` }
      : { button: texts.notMe, path: `/${webPortalKey}/Login?forgot=true` }
  // The User-Agent of an unknown program is text that an attacker can choose, so it is not repeated in the mail.
  const deviceName = device === undefined ? undefined : (deviceFamily(device) ?? texts.unknownDevice)
  return {
    subject: subject(webPortalName),
    content: {
      title,
      parts: [
        { text: text(userName, webPortalName) },
        {
          facts: [
            [texts.when, formatTime(at, timeZone, language)],
            ...(address === undefined ? [] : [[texts.address, address] as const]),
            ...(deviceName === undefined ? [] : [[texts.device, deviceName] as const]),
          ],
        },
        { text: unexpected },
        // Whoever no longer has the address of the account gets no link by it.
        ...(kind === 'addressChanged'
          ? []
          : [key === undefined ? remedy : { button: texts.notMySignIn, path: `/link?session=${key}` }]),
        { note: texts.always },
      ],
    },
  }
}
