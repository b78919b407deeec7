/** An error of the mail library: what failed (`code`), at which SMTP command, and what the server answered. */
export type SmtpError = {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
  /** The address, where the server refused a recipient. */
  recipient?: string
}

/** RFC 3463: 5.1 is the address, 5.2 the mailbox; but 5.1.7 and 5.1.8 speak of the sender. */
const RECIPIENT_STATUS = /^5\.(?:1\.(?![78]$)|2\.)/
/** Replies that speak of a mailbox (RFC 5321, 4.2.3), for servers without enhanced status codes. */
const MAILBOX_REPLIES = [550, 551, 552, 553]
/** Words by which such a server says that it is not about the mailbox. */
const NOT_THE_MAILBOX = /relay|authenticat|log ?in|\btls|block|black ?list|deny ?list|spam|reputation|sender/i

const concernsRecipient = ({ responseCode = 0, response = '' }: SmtpError): boolean => {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status !== undefined) return RECIPIENT_STATUS.test(status)
  return MAILBOX_REPLIES.includes(responseCode) && !NOT_THE_MAILBOX.test(response)
}

/**
 * Whether it is no use to send the mail again: the server refused a recipient or the message itself for good. What it refuses in the
 * greeting, at the sign-in, over TLS, for the sender's address or for relaying is a fault of the server or of our settings, and the
 * mail has to wait until it is mended, whatever the reply's code says.
 */
export const isFinalRefusal = (error: SmtpError): boolean => {
  const { code, command, responseCode = 0 } = error
  if (responseCode < 500) return false
  return command === 'RCPT TO' ? concernsRecipient(error) : code === 'EMESSAGE'
}
