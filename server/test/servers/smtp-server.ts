import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

type Refusal = { code: number; text: string }

/** A received mail: its envelope recipients, and its content as an independent parser reads it. */
type Arrived = { recipients: string[]; mail: Email; raw: string }

const refusal = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code })

/** A real SMTP server on loopback for one test file. `refuses` and `holds` change how it accepts mails; it can require a password. */
export const smtpServer = async ({ password }: { password?: string } = {}) => {
  const arrived: Arrived[] = []
  const behaviour = {
    /** Refused addresses, with the SMTP reply. */
    refuses: new Map<string, Refusal>(),
    /** What the server waits for before it accepts a mail. */
    holds: Promise.resolve(),
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.password === password ? done(null, { user: given.username }) : done(new Error('wrong password')),
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refused = behaviour.refuses.get(address)
      done(refused ? refusal(refused) : null)
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The sender disconnected during the transfer, so no mail arrived.
        return
      }
      await behaviour.holds
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      arrived.push({ recipients, mail: await PostalMime.parse(raw), raw: raw.toString() })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  afterAll(close)
  return { url: `smtp://127.0.0.1:${port}`, arrived, behaviour, close }
}
