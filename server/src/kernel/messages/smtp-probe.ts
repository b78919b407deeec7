import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

const TIMEOUT_MS = 15_000

/** Connects to the mail server of SMTP_URL and logs in, without sending anything; returns whether the connection is encrypted. */
export const probeSmtp = (url: string): Promise<{ encrypted: boolean }> =>
  new Promise((resolve, reject) => {
    const { options } = createTransport({ url })
    const connection = new SMTPConnection({
      ...options,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    const fail = (error: Error) => {
      reject(error)
      connection.close()
    }
    connection.once('error', fail)
    connection.once('end', () => fail(new Error('the server closed the connection')))
    const done = () => {
      resolve({ encrypted: connection.secure })
      connection.quit()
    }
    connection.connect(error => {
      if (error) return fail(error)
      if (!options.auth) return done()
      connection.login(options.auth, error => (error ? fail(error) : done()))
    })
  })
