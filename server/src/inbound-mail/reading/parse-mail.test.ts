import { describe, expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

type Part = { type: string; body: string | Buffer; headers?: string[] }

const base64 = (body: string | Buffer) => Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')

const partOf = ({ type, body, headers = [] }: Part) =>
  [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers, '', base64(body)].join('\r\n')

const mailOf = (headers: string[], ...parts: Part[]) => {
  const [only] = parts
  const head = ['From: Anna Rossi <anna@rossi.example>', 'Subject: Re: Stampante', 'MIME-Version: 1.0', ...headers]
  if (parts.length === 1 && only) return Buffer.from([...head, partOf(only)].join('\r\n'))
  const body = parts.map(part => `--frontier\r\n${partOf(part)}\r\n`).join('')
  return Buffer.from(
    [...head, 'Content-Type: multipart/mixed; boundary=frontier', '', `${body}--frontier--`].join('\r\n'),
  )
}

const parsed = async (raw: Uint8Array) => {
  const found = await parseMail(raw)
  if (!('mail' in found)) throw new Error(found.refused)
  return found.mail
}

const html = (body: string): Part => ({ type: 'text/html; charset=utf-8', body })
const text = (body: string): Part => ({ type: 'text/plain; charset=utf-8', body })
const plain = (value: string) => value.replace(/\s+/g, ' ').trim()

// Noise, so that no picture passes for a logo.
const picture = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7919) % 251))

test.each(['windows-1252', 'iso-8859-1', 'us-ascii'])('signs of Windows-1252 that a mail calls %s', async charset => {
  const said = Buffer.from('L\x92ufficio costa 100 \x80 \x96 \x93caro\x94. Perch\xe9?', 'latin1')
  const expected = 'L’ufficio costa 100 € – “caro”. Perché?'
  const headers = [`Subject: =?${charset}?Q?100_=80?=`, `Cc: =?${charset}?Q?L=92ufficio?= <cc@rossi.example>`]
  const file = `Content-Disposition: attachment; filename="=?${charset}?Q?100_=80.txt?="`
  for (const type of ['plain', 'html']) {
    const body = { type: `text/${type}; charset=${charset}`, body: said }
    const mail = await parsed(mailOf(headers, body, { type: 'text/plain', body: 'x', headers: [file] }))
    expect(mail.text).toBe(expected)
    expect(mail.attachments[0]?.name).toBe('100 €.txt')
    expect(mail.cc[0]?.name).toBe('L’ufficio')
  }
  const answered = mailOf(headers.slice(0, 1), { type: `text/plain; charset=${charset}`, body: said })
  expect((await parsed(Buffer.from(answered.toString().replace('Subject: Re: Stampante\r\n', '')))).subject).toBe(
    '100 €',
  )
})

test.each([
  html(
    '<div><br></div><div class="gmail_quote"><div class="gmail_attr">Il giorno gio 26 nov 2026 alle ore 20:44 Brenta &lt;a@b.example&gt; ha scritto:</div><blockquote><div class="portico-preview">Marco ha risposto</div><p class="portico-reply-above">— Rispondi sopra questa riga —</p><p>Gocciola.</p></blockquote></div>',
  ),
  text(
    '\r\nIl giorno gio 26 nov 2026 alle ore 20:44 Brenta <a@b.example> ha scritto:\r\n> — Rispondi sopra questa riga —\r\n>\r\n> Marco ha risposto\r\n>\r\n> Gocciola.\r\n',
  ),
])('one of our mails that is answered without a word says nothing: %#', async part => {
  const mail = await parsed(mailOf([], part))
  expect(mail.text).toBe('')
  expect(mail.quotedHtml).toContain('Gocciola.')
})

describe('the new text', () => {
  test.each([
    [
      'Gmail in Italian',
      `<div dir="ltr">Va bene <b>domani</b>.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Il giorno lun 23 nov 2026 alle ore 10:12 Brenta &lt;<a href="mailto:ticket@in.example">ticket@in.example</a>&gt; ha scritto:<br></div><blockquote class="gmail_quote" style="margin:0"><div>Quando veniamo?</div></blockquote></div>`,
      'Va bene domani.',
    ],
    [
      'Outlook on the desktop in Italian',
      `<div class="WordSection1"><p class="MsoNormal">Va bene domani.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>Da:</b> Brenta &lt;ticket@in.example&gt; <br><b>Inviato:</b> luned&igrave; 23 novembre 2026 10:12<br><b>A:</b> anna@rossi.example<br><b>Oggetto:</b> Stampante<o:p></o:p></p></div><p class="MsoNormal">Quando veniamo?</p></div>`,
      'Va bene domani.',
    ],
    [
      'Outlook on the web',
      `<div class="elementToProof">Va bene domani.</div><div id="Signature">Anna Rossi<br>Officine</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><b>Von:</b> Brenta<br><b>Betreff:</b> x</div><div>Quando veniamo?</div>`,
      'Va bene domani.',
    ],
    [
      'Apple Mail in Spanish',
      `<html><body>Va bene domani.<br><div id="AppleMailSignature">Enviado desde mi iPhone</div><div><br><blockquote type="cite">El 23 nov 2026, a las 10:12, Brenta &lt;t@in.example&gt; escribió:<br><br></blockquote></div><blockquote type="cite"><div>Quando veniamo?</div></blockquote></body></html>`,
      'Va bene domani.',
    ],
    [
      'Thunderbird, answered between the lines',
      `<div class="moz-cite-prefix">Am 23.11.26 um 10:12 schrieb Brenta:<br></div><blockquote type="cite"><p>Wann kommen wir?</p></blockquote><p>Morgen.</p><blockquote type="cite"><p>Wohin?</p></blockquote><p>Nach Padua.</p>`,
      'Wann kommen wir? Morgen. Wohin? Nach Padua.',
    ],
    [
      'an answer below the marker of our mails',
      `<p>Ok.</p><div class="portico-reply-above">Rispondi sopra questa riga</div><p>Quando veniamo?</p>`,
      'Ok.',
    ],
    [
      'a forwarded mail and nothing else',
      `<p>---------- Forwarded message ---------</p><p>From: A &lt;a@b.it&gt;<br>Date: Mon, 23 Nov 2026<br>Subject: x<br>To: c@d.it</p><p>Non stampa.</p>`,
      'Non stampa.',
    ],
  ])('%s', async (_, body, expected) => {
    const mail = await parsed(mailOf([], html(body)))
    expect(plain(mail.text)).toBe(expected)
    expect(plain(mail.html)).not.toMatch(/style|class|mailto:ticket/)
  })

  test('what is left out is kept as quoted', async () => {
    const cited = '<blockquote type="cite"><p>Quando <b>veniamo</b>?</p></blockquote>'
    const mail = await parsed(mailOf([], html(`<p>Ok</p>${cited}`)))
    expect(mail.html).toBe('<p>Ok</p>')
    expect(mail.quotedHtml).toContain('<b>veniamo</b>')
  })

  test('lines of flowed text are joined, but never a quotation with the answer below it', async () => {
    const flowed = 'Una riga \r\nlunga.\r\n> citata \r\n> ancora \r\nLa risposta \r\nsotto.\r\n'
    const mail = await parsed(mailOf([], { ...text(flowed), type: 'text/plain; charset=utf-8; format=flowed' }))
    expect(mail.text).toBe('Una riga lunga.\n> citata ancora\nLa risposta sotto.')
  })

  test('“wrote” in a sentence with a date is part of the text', async () => {
    const body =
      'Il 3 novembre Mario ha scritto a voi.\nOn Monday he wrote this: it fails.\nDa: qui non si stampa.\nGrazie'
    expect((await parsed(mailOf([], text(body)))).text).toBe(body)
  })

  test('scripts, styles and pictures from elsewhere do not get in', async () => {
    const body =
      '<style>p{}</style><p onclick="x()">Ciao<script>alert(1)</script><img src="https://spy.example/p.gif"><a href="javascript:x">qui</a></p>'
    const mail = await parsed(mailOf([], html(body)))
    expect(mail.html).toBe('<p>Ciaoqui</p>')
  })
})

describe('pictures and files', () => {
  const image = (id: string, bytes: number): Part => ({
    type: 'image/png; name="foto.png"',
    body: picture(bytes),
    headers: [`Content-ID: <${id}>`, 'Content-Disposition: inline; filename="foto.png"'],
  })

  test('a picture stays where its writer put it; logos and quoted pictures are left out', async () => {
    const body =
      '<p>Prima</p><img src="cid:a@x" alt="errore"><p>Dopo</p><img src="cid:logo@x"><blockquote type="cite"><img src="cid:old@x"></blockquote>'
    const parts = [html(body), image('logo@x', 900), image('a@x', 5000), image('old@x', 6000)]
    const pdf: Part = { type: 'application/pdf; name="../../etc/preventivo.pdf"', body: '%PDF-1.4' }
    const mail = await parsed(mailOf([], ...parts, pdf))
    expect(mail.html).toBe('<p>Prima</p><img src="attachment:1" alt="errore" /><p>Dopo</p>')
    expect(mail.attachments.map(({ name, inline, content }) => [name, inline, content.length])).toEqual([
      ['foto.png', true, 5000],
      ['preventivo.pdf', false, 8],
    ])
    expect(mail.warnings.sort()).toEqual(['quoted_picture', 'small_picture'])
  })

  test('a picture written into the HTML becomes a file', async () => {
    const src = `data:image/png;base64,${picture(4000).toString('base64')}`
    const mail = await parsed(mailOf([], html(`<p>Ecco</p><img src="${src}">`)))
    expect(mail.html).toContain('<img src="attachment:1"')
    expect(mail.attachments[0]?.content).toEqual(new Uint8Array(picture(4000)))
  })

  test('a mail that consists of a picture is not empty', async () => {
    const mail = await parsed(mailOf([], html('<div><img src="cid:a@x"></div>'), image('a@x', 5000)))
    expect(mail.html).toContain('attachment:1')
  })

  test('a forwarded message is a file', async () => {
    const inner = 'From: x@y.it\r\nSubject: dentro\r\n\r\nTesto'
    const mail = await parsed(mailOf([], text('Vedi sotto'), { type: 'message/rfc822', body: inner }))
    expect(mail.text).toBe('Vedi sotto')
    expect(mail.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['message-1.eml', 'message/rfc822'],
    ])
  })

  test('an answer to an invitation is read', async () => {
    const body =
      'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:visit-1@\r\n portico\r\nATTENDEE;CN="Anna";PARTSTAT=DECLINED:mailto:Anna@rossi.example\r\nEND:VEVENT\r\nEND:VCALENDAR'
    const mail = await parsed(mailOf([], text('No'), { type: 'text/calendar; method=REPLY', body }))
    expect(mail.calendarReply).toEqual({ uid: 'visit-1@portico', status: 'DECLINED', attendee: 'anna@rossi.example' })
    expect(mail.attachments).toEqual([])
  })
})

test('certified mail shows the message that was sent, and keeps its envelope', async () => {
  const innerOf = (...more: string[]) =>
    [
      'From: Mario Bruni <mario.bruni@pec.bruni.example>',
      'Subject: =?utf-8?B?RGlzZGV0dGEgw6g=?=',
      'In-Reply-To: <ticket-7@portico.example>',
      ...more,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=inside',
      '',
      `--inside\r\n${partOf(html('<p>Disdico il <b>contratto</b>.</p>'))}\r\n--inside\r\n${partOf({ type: 'application/pdf; name=disdetta.pdf', body: '%PDF-1.4' })}\r\n--inside--`,
    ].join('\r\n')
  const envelope = (transport: string, name: string, inner = innerOf()) =>
    Buffer.from(
      [
        'From: "Per conto di: mario.bruni@pec.bruni.example" <posta-certificata@pec.provider.example>',
        'Subject: POSTA CERTIFICATA: Disdetta',
        `X-Trasporto: ${transport}`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=signed',
        '',
        '--signed\r\nContent-Type: multipart/mixed; boundary=frontier\r\n',
        `--frontier\r\n${partOf(text('Messaggio di posta certificata'))}`,
        `--frontier\r\n${partOf({ type: 'application/xml; name=daticert.xml', body: '<postacert/>' })}`,
        `--frontier\r\nContent-Type: message/rfc822; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${inner}`,
        '--frontier--',
        `--signed\r\n${partOf({ type: 'application/pkcs7-signature; name=smime.p7s', body: 'x' })}\r\n--signed--`,
      ].join('\r\n'),
    )
  const raw = envelope('posta-certificata', 'postacert.eml')
  const mail = await parsed(raw)
  expect(mail).toMatchObject({
    from: { address: 'posta-certificata@pec.provider.example' },
    subject: 'Disdetta è',
    text: 'Disdico il contratto.',
    inReplyTo: ['<ticket-7@portico.example>'],
    automatic: null,
  })
  expect(mail.attachments.map(({ name }) => name)).toEqual(['disdetta.pdf', 'busta-pec.eml'])
  expect(Buffer.from(mail.attachments[1]?.content ?? []).equals(raw)).toBe(true)
  // The answering machine of a certified mailbox says what it is inside of the envelope alone.
  const byProgram = envelope('posta-certificata', 'postacert.eml', innerOf('Auto-Submitted: auto-replied'))
  expect((await parsed(byProgram)).automatic).toBe('auto-replied')
  // Anybody may attach a file of that name.
  expect((await parsed(envelope('no', 'postacert.eml'))).text).toBe('Messaggio di posta certificata')
  expect((await parsed(envelope('posta-certificata', 'altro.eml'))).text).toBe('Messaggio di posta certificata')
  expect((await parsed(mailOf(['X-Ricevuta: avvenuta-consegna'], text('Consegnato')))).automatic).toBe('auto-generated')
})

test.each([
  ['X-Spam: Yes', true],
  ['X-Spam-Flag: YES', true],
  ['X-Spam-Status: Yes, score=9.1 required=5.0', true],
  ['X-Spamd-Result: default: True [16.70 / 15.00]; GTUBE', true],
  ['X-MS-Exchange-Organization-SCL: 9', true],
  ['X-Spam-Flag: NO', false],
  ['X-Spam-Status: No, score=-1.0', false],
  ['X-Spamd-Result: default: False [-1.00 / 15.00]', false],
  ['X-MS-Exchange-Organization-SCL: -1', false],
  ['X-Mailer: Yes', false],
])('the verdict of a spam filter: %s', async (header, isSpam) => {
  expect((await parsed(mailOf([header], text('x')))).isSpam).toBe(isSpam)
})

describe('mails of programs', () => {
  test.each([
    [['Auto-Submitted: auto-replied; owner-email="x"'], 'auto-replied'],
    [['Auto-Submitted: auto-generated'], 'auto-generated'],
    [['Auto-Submitted: no'], null],
    [['X-Autoreply: yes'], 'auto-replied'],
    [['X-Auto-Response-Suppress: All'], 'auto-generated'],
    [['X-Auto-Response-Suppress: OOF'], null],
    [['Precedence: bulk'], 'bulk'],
    [['List-Id: <news.example>'], 'list'],
    [['Return-Path: <>'], 'auto-generated'],
    [['Return-Path: <anna@rossi.example>'], null],
    [[], null],
  ])('%j', async (headers, automatic) => {
    expect((await parsed(mailOf(headers, text('x')))).automatic).toBe(automatic)
  })

  test.each([
    'Risposta automatica: Stampante',
    'Automatic reply: x',
    'Respuesta automática: x',
    'Fuori sede: x',
    'Assente dall’ufficio: x',
    'Assenza: x',
  ])('the subject %s', async subject => {
    const raw = `From: a@b.it\r\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n\r\nTorno lunedì.`
    expect((await parsed(Buffer.from(raw))).automatic).toBe('auto-replied')
  })

  test('a word of an out-of-office within a subject of a person says nothing', async () => {
    expect(
      (await parsed(Buffer.from('From: a@b.it\r\nSubject: Assenza di corrente: urgente\r\n\r\nx'))).automatic,
    ).toBe(null)
  })

  test('a delivery report names the address, why, and the message', async () => {
    const status =
      'Reporting-MTA: dns; mx.example\n\nOriginal-Recipient: rfc822; Anna@rossi.example\nFinal-Recipient: rfc822; a.rossi@rossi.example\nAction: failed\nStatus: 5.1.1 (no such user)\nDiagnostic-Code: smtp; 550 5.1.1\n  User unknown\n\nFinal-Recipient: rfc822; bruno@rossi.example\nAction: delayed\nStatus: 4.4.1'
    const report = [
      'From: MAILER-DAEMON@mx.example',
      'Return-Path: <>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nNot delivered.\r\n',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n`,
      '--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID:\r\n <ticket-7@portico.example>\r\nSubject: x\r\n--b--',
    ].join('\r\n')
    const { bounce, automatic } = await parsed(Buffer.from(report))
    expect(automatic).toBe('bounce')
    expect(bounce).toEqual({
      recipients: [
        { address: 'Anna@rossi.example', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 User unknown' },
        { address: 'bruno@rossi.example', action: 'delayed', status: '4.4.1', diagnostic: '' },
      ],
      originalMessageId: '<ticket-7@portico.example>',
    })
  })
})

test('a report with lines of dashes is text to its end; a signature below one is not', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => `disk${n}  ${n} GB free`)
  const read = async (lines: string[]) => {
    const found = await parseMail(Buffer.from(['From: a@client.example', '', ...lines].join('\r\n')))
    if (!('mail' in found)) throw new Error(found.refused)
    return found.mail.text
  }
  const report = ['Report of tonight', '=================', ...rows, '-----------------', 'Total: 190 GB']
  expect((await read(report)).split('\n').at(-1)).toBe('Total: 190 GB')
  expect((await read(report)).split('\n')).toHaveLength(report.length)
  expect(await read(['Still broken.', '_____________', 'Anna Rossi', 'Tel. 02 1234'])).toBe('Still broken.')
  expect((await read(['Still broken.', '--', ...rows])).split('\n')).toHaveLength(rows.length + 2)
})

describe('letters of a mail that names its charset wrongly, or not at all', () => {
  const said = 'Perché è così, città: 100 €'
  const windows = Buffer.from(said.replace('€', '\x80'), 'latin1')

  test.each([
    [
      'a page that names it itself',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset=windows-1252><p>'), windows]),
    ],
    ['a page that says nothing', 'text/html', windows],
    ['a text that says UTF-8', 'text/plain; charset=utf-8', windows],
    ['a text that says UTF-8 in the next line', 'text/plain;\r\n charset="UTF-8"', windows],
    ['a text that says nothing', 'text/plain', windows],
    ['UTF-8', 'text/plain; charset=utf-8', Buffer.from(said)],
  ])('%s', async (_, type, body) => {
    expect((await parsed(mailOf([], { type, body }))).text).toBe(said)
    // Beside a part that is right.
    expect((await parsed(mailOf([], { type, body }, { type: 'text/plain; charset=utf-8', body: 'è' }))).text).toContain(
      'à: 100 €',
    )
  })

  test('another charset that a page names', async () => {
    const body = Buffer.concat([
      Buffer.from('<meta http-equiv="x" content="text/html; charset=iso-8859-2"><p>'),
      Buffer.from([0xb3, 0xf3, 0xbf]),
    ])
    expect((await parsed(mailOf([], { type: 'text/html', body }))).text).toBe('łóż')
  })

  test('one broken letter leaves the others alone', async () => {
    const body = Buffer.concat([Buffer.from('Perché è così \ufffd'), Buffer.from([0xe8])])
    expect((await parsed(mailOf([], { type: 'text/plain; charset=utf-8', body }))).text).toContain('Perché è così')
  })

  test('a subject whose encoded words part a letter', async () => {
    const bytes = Buffer.from('Perché la caldaia è fredda?')
    const at = bytes.lastIndexOf(0xc3) + 1
    const words = [bytes.subarray(0, at), bytes.subarray(at)].map(part => `=?utf-8?B?${part.toString('base64')}?=`)
    const raw = mailOf([], text('x'))
      .toString()
      .replace('Subject: Re: Stampante', `Subject: ${words.join('\r\n ')}`)
    expect((await parsed(Buffer.from(raw))).subject).toBe('Perché la caldaia è fredda?')
  })
})
