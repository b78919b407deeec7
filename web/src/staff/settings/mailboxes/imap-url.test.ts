import { describe, expect, test } from 'vitest'
import { readImapUrl, writeImapUrl } from './imap-url.ts'

describe('the URL of a mailbox', () => {
  test.each([
    ['imap.firma.it', 'help@firma.it', 'INBOX', 'imaps://help%40firma.it@imap.firma.it/INBOX'],
    ['imap.firma.it:1993', 'help', 'Posta/In arrivo', 'imaps://help@imap.firma.it:1993/Posta%2FIn%20arrivo'],
    ['imap://127.0.0.1:1143', 'uno', 'INBOX', 'imap://uno@127.0.0.1:1143/INBOX'],
    ['[::1]:993', 'uno', 'INBOX', 'imaps://uno@[::1]:993/INBOX'],
  ])('%s is written and read again', (server, user, folder, url) => {
    expect(writeImapUrl({ server, user, folder })).toBe(url)
    expect(readImapUrl(url)).toEqual({ server, user, folder })
  })

  test.each(['', 'http://imap.firma.it', 'imap firma', 'user@imap.firma.it', 'imap.firma.it/INBOX'])(
    '%o is no server',
    server => {
      expect(writeImapUrl({ server, user: 'a', folder: '' })).toBeUndefined()
    },
  )

  test('without a folder it is the inbox', () => {
    expect(writeImapUrl({ server: ' IMAPS://mail.firma.it/ ', user: 'a', folder: ' ' })).toBe(
      'imaps://a@mail.firma.it/INBOX',
    )
    expect(readImapUrl('imaps://a@mail.firma.it')).toEqual({ server: 'mail.firma.it', user: 'a', folder: 'INBOX' })
  })
})
