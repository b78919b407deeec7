/** A mail address with the name that its writer gave it; `name` is '' without one. */
export type MailAddress = { address: string; name: string }

/** A file of a mail. Its content is what the sender sent, of whatever type. */
export type MailAttachment = {
  /** Without folders and control characters, at most 200 characters. */
  name: string
  /** As the sender states it, in lower case. */
  contentType: string
  content: Uint8Array
  /** Whether the text shows it in place: a picture that `html` names. */
  inline: boolean
}

/** What a delivery report says of one address (RFC 3464, section 2.3). */
export type BouncedRecipient = {
  address: string
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  action: string
  /** An enhanced status code such as `5.1.1` (RFC 3463); '' without one. */
  status: string
  diagnostic: string
}

/** Why a mail counts as sent by a program (RFC 3834 and what mail programs do instead). */
export type AutomaticMail = 'auto-replied' | 'auto-generated' | 'list' | 'bulk' | 'bounce'

/** A mail as {@link readMail} finds it. All text is decoded; nothing in it is proven. */
export type ReceivedMail = {
  /** Message ids have their angle brackets. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  from: MailAddress | null
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  date: Date | null
  /** The values of the `Authentication-Results` headers, the topmost (the last server's) first. */
  authenticationResults: string[]
  automatic: AutomaticMail | null
  /** Whether a filter on its way has marked it as spam. */
  isSpam: boolean
  bounce: { recipients: BouncedRecipient[]; originalMessageId: string | null } | null
  /**
   * The new text alone, without quoted history and signature, cleaned by the allow-list of HTML. A picture is
   * `<img src="attachment:N">`, N being its place among the attachments, counted from 1.
   */
  html: string
  /** The same without marks, one line per block. */
  text: string
  /** Quoted history and signature, cleaned, without pictures; '' for none. */
  quotedHtml: string
  /** How many lines of {@link quotedHtml} have text. */
  quotedLines: number
  /** Whether they are shown at once: the new text is short, and something in them stands nowhere else in the conversation. */
  quotedOpen: boolean
  attachments: MailAttachment[]
  /** An answer to an invitation to a calendar event (RFC 5546, section 3.2.3). */
  calendarReply: { uid: string; status: string; attendee: string } | null
  /** What was left out. */
  warnings: MailWarning[]
}

/** `small_picture`: pictures of less than 2 kB, which are logos of signatures. `quoted_picture`: pictures that only the quoted history shows. */
export type MailWarning = 'small_picture' | 'quoted_picture' | 'html_too_long' | 'too_many_parts'

/** Why a mail cannot be read. */
export type MailRefusal = 'too_deep' | 'too_many_headers' | 'too_large'
