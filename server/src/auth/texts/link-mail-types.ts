type Named = { userName: string; referentName: string; companyName: string; webPortalName: string }

/** A mail with a link, in one language: its paragraphs, then the label of the user name where it is told, the button and the small print. */
export type LinkMailTexts = {
  subject: (to: Named) => string
  title: (to: Named) => string
  paragraphs: readonly ((to: Named) => string)[]
  userName?: string
  button: string
  notes: readonly string[]
}

/** The mails with a link, in one language. */
export type AllLinkMailTexts = Record<
  | 'recovery'
  | 'invitation'
  | 'invitationWithoutPassword'
  | 'addition'
  | 'additionWithoutPassword'
  | 'signInLink'
  | 'requestedLink',
  LinkMailTexts
>
