/** What is typed of a mailbox on an IMAP server. */
export type TypedImap = { server: string; user: string; folder: string }

const ENCRYPTED = 'imaps://'

/** The parts of the URL of a mailbox as they are typed: the scheme is left out where the connection is encrypted. */
export const readImapUrl = (text: string): TypedImap => {
  const [, scheme = ENCRYPTED, user = '', host = '', folder = ''] =
    /^(imaps?:\/\/)([^@]*)@([^/]*)(?:\/(.*))?$/.exec(text) ?? []
  return {
    server: (scheme === ENCRYPTED ? '' : scheme) + host,
    user: decodeURIComponent(user),
    folder: decodeURIComponent(folder) || 'INBOX',
  }
}

/** The URL of a mailbox; undefined if the server is none. */
export const writeImapUrl = ({ server, user, folder }: TypedImap): string | undefined => {
  const [, scheme = ENCRYPTED, host] =
    /^(imaps?:\/\/)?([^\s/@:?#]+(?::\d{1,5})?|\[[\da-f:]+\](?::\d{1,5})?)\/?$/i.exec(server.trim()) ?? []
  if (host === undefined) return undefined
  return `${scheme.toLowerCase()}${encodeURIComponent(user.trim())}@${host}/${encodeURIComponent(folder.trim() || 'INBOX')}`
}
