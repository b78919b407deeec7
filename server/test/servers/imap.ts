import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'

/**
 * A server that speaks as much IMAP as opening a mailbox takes (RFC 3501), for tests that run everywhere: one user, one folder with three
 * mails. `takesToken`: it also takes access tokens (XOAUTH2). The tests of fetching use a real one.
 */
export const imapServer = async ({
  user = 'uno',
  password = 'segreto',
  folder = 'INBOX',
  takesToken,
}: {
  user?: string
  password?: string
  folder?: string
  takesToken?: (user: string, token: string) => boolean
} = {}) => {
  const capabilities = `CAPABILITY IMAP4rev1 IDLE${takesToken ? ' SASL-IR AUTH=XOAUTH2' : ''}`
  const answers: Record<string, (args: string) => [lines: string[], result: string]> = {
    CAPABILITY: () => [[capabilities], 'OK done'],
    AUTHENTICATE: args => {
      const parts = Buffer.from(args.replace('XOAUTH2 ', ''), 'base64').toString().split('\u0001')
      const [owner = '', token = ''] = parts.map(part => part.replace(/^(user=|auth=Bearer )/, ''))
      return takesToken?.(owner, token) ? [[], 'OK signed in'] : [[], 'NO [AUTHENTICATIONFAILED] No.']
    },
    LOGIN: args =>
      args.replaceAll('"', '') === `${user} ${password}` ? [[], 'OK signed in'] : [[], 'NO [AUTHENTICATIONFAILED] No.'],
    LIST: args => {
      if (args === '"" ""') return [['LIST (\\Noselect) "/" ""'], 'OK done']
      return [args.endsWith('"*"') || args.includes(folder) ? [`LIST () "/" ${folder}`] : [], 'OK done']
    },
    LSUB: () => [[], 'OK done'],
    EXAMINE: args =>
      args.replaceAll('"', '').startsWith(folder)
        ? [['3 EXISTS', 'OK [UIDVALIDITY 7] ok', 'OK [UIDNEXT 4] ok'], 'OK [READ-ONLY] done']
        : [[], 'NO [NONEXISTENT] No such folder.'],
    // Nothing is new, whatever is searched.
    UID: () => [['SEARCH'], 'OK done'],
    LOGOUT: () => [['BYE'], 'OK done'],
  }
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write(`* OK [${capabilities}] ready\r\n`)
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', line => {
      const [, tag = '*', command = '', args = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
      const [untagged, result] = answers[command.toUpperCase()]?.(args) ?? [[], 'BAD unknown']
      for (const text of untagged) socket.write(`* ${text}\r\n`)
      socket.write(`${tag} ${result}\r\n`)
      if (command.toUpperCase() === 'LOGOUT') socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  afterAll(() => void server.close())
  return { port, password, url: (as = user, into = folder) => `imap://${as}@127.0.0.1:${port}/${into}` }
}
