/** An error of the mail library: what failed (`code`), at which SMTP command, and the server's reply. */
export type SmtpError = {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
  /** The address, if the server refused a recipient. */
  recipient?: string
}

/** RFC 3463: 5.1 is about the address, 5.2 about the mailbox; but 5.1.7 and 5.1.8 are about the sender. */
const RECIPIENT_STATUS = /^5\.(?:1\.(?![78]$)|2\.)/
/** Replies about a mailbox (RFC 5321, 4.2.3), for servers without enhanced status codes. */
const MAILBOX_REPLIES = [550, 551, 553]
/** A mailbox that is full is emptied one day, though servers refuse mail to it as if for good (RFC 3463: x.2.2; RFC 5321: 552). */
const FULL_REPLY = 552
/** Words in the reply of such a server that show that it is not about the mailbox. */
const NOT_THE_MAILBOX = /relay|authenticat|log ?in|\btls|block|black ?list|deny ?list|spam|reputation|sender/i

const statusOf = ({ response = '' }: SmtpError) => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** Whether an enhanced status code says that a mailbox is full. */
export const isFullMailbox = (status: string): boolean => /^\d\.2\.2$/.test(status)

const isFull = (error: SmtpError) => {
  const status = statusOf(error)
  if (status !== undefined) return isFullMailbox(status)
  return error.command === 'RCPT TO' && error.responseCode === FULL_REPLY
}

const concernsRecipient = (error: SmtpError): boolean => {
  const { responseCode = 0, response = '' } = error
  const status = statusOf(error)
  if (status !== undefined) return RECIPIENT_STATUS.test(status)
  return MAILBOX_REPLIES.includes(responseCode) && !NOT_THE_MAILBOX.test(response)
}

/**
 * Whether sending the mail again is useless because the server refused a recipient or the message permanently. A refusal at the greeting,
 * at login, about TLS, the sender's address or relaying is a fault of the server or of our settings, whatever the reply code is; the mail
 * waits until it is fixed. So it does for a mailbox that is full.
 */
export const isFinalRefusal = (error: SmtpError): boolean => {
  const { code, command, responseCode = 0 } = error
  if (responseCode < 500 || isFull(error)) return false
  return command === 'RCPT TO' ? concernsRecipient(error) : code === 'EMESSAGE'
}
