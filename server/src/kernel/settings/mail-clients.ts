import type { MailProvider } from '@portico/contract/staff/mail'

/**
 * How this installation is known to a provider. At `issuer` its endpoints are described (OpenID Connect Discovery 1.0, section 4);
 * `imapHosts` are its mail servers, which alone get access tokens.
 */
export type MailClient = {
  clientId: string
  clientSecret: string | undefined
  issuer: string
  imapHosts: readonly string[]
}

/** The providers that this installation is registered with. */
export type MailClients = Partial<Record<MailProvider, MailClient>>

/** Where the providers are unless a setting says otherwise. Microsoft: accounts of organizations, of whichever. */
export const usualIssuers: Record<MailProvider, string> = {
  microsoft: 'https://login.microsoftonline.com/organizations/v2.0',
  google: 'https://accounts.google.com',
}

/** The mail servers of the providers unless a setting says otherwise. */
export const usualImapHosts: Record<MailProvider, readonly string[]> = {
  microsoft: ['outlook.office365.com'],
  google: ['imap.gmail.com'],
}
