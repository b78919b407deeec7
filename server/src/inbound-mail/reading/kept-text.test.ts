import { describe, expect, test } from 'vitest'
import { textToHtml } from '../../kernel/html/html.ts'
import type { ReceivedMail } from './message.ts'
import { parseMail } from './parse-mail.ts'

const question = 'Buongiorno Giulia, può dirci il modello?'
const conversation = [question, 'Non parte il compressore.']

type Options = { isAnswer?: boolean; isHtml?: boolean; conversation?: string[] }

const read = async (
  text: string,
  { isAnswer = true, isHtml = false, ...known }: Options = {},
): Promise<ReceivedMail> => {
  const head = ['From: giulia@rossi.example', `Subject: ${isAnswer ? 'Re: ' : ''}Compressore`, 'MIME-Version: 1.0']
  const type = `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`
  const found = await parseMail(Buffer.from([...head, type, '', text].join('\r\n')), known.conversation)
  if (!('mail' in found)) throw new Error(found.refused)
  return found.mail
}

/** A text as programs write it that put each line into an element of its own. */
const divs = (text: string) =>
  text
    .split('\n')
    .map(line => `<div>${line === '' ? '<br>' : textToHtml(line)}</div>`)
    .join('')

const lineByLine = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** How mail programs introduce what they quote, and quote it. */
const quotingForms = {
  'Gmail (it)': `Il giorno lun 23 nov 2026 alle ore 10:15 Brenta <ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'Gmail (it), wrapped': `Il giorno lun 23 nov 2026 alle ore 10:15 Brenta Servizi\n<ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'date alone in its line': `Il giorno lun 23 nov 2026 alle ore 10:15\nBrenta Servizi <ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'Gmail (en)': `On Mon, Nov 23, 2026 at 10:15 AM Brenta <ticket+abc@in.example> wrote:\n\n> ${question}`,
  'Gmail (es)': `El lun, 23 nov 2026 a las 10:15, Brenta (<ticket+abc@in.example>) escribió:\n\n> ${question}`,
  'Thunderbird (it)': `Il 23/11/2026 10:15, Brenta Servizi ha scritto:\n> ${question}`,
  'Apple Mail (it)': `Il giorno 23 nov 2026, alle ore 10:15, Brenta Servizi <ticket+abc@in.example> ha scritto:\n\n${question}`,
  'Proton (it)': `lunedì 23 novembre 2026 10:15, Brenta <ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'Proton (es)': `lunes, 23 de noviembre de 2026 10:15, Brenta <ticket+abc@in.example> escribió:\n\n> ${question}`,
  'SOGo (it)': `Lunedì, Novembre 23, 2026 10:15 CET, Brenta <ticket+abc@in.example> ha scritto:\n \n${question}`,
  'name and address': `Brenta Servizi <ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'name and address in two lines': `Brenta Servizi\n<ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  'Horde (it)': `Scrive Brenta Servizi <ticket+abc@in.example>:\n\n> ${question}`,
  'Horde (en)': `Quoting Brenta Servizi <ticket+abc@in.example>:\n\n> ${question}`,
  'Horde (es)': `Citando Brenta Servizi <ticket+abc@in.example>:\n\n> ${question}`,
  'Libero (it)': `Il 23 novembre 2026 alle 10:15 Brenta Servizi <ticket+abc@in.example> ha scritto:\n\n> ${question}`,
  GroupWise: `>>> Brenta Servizi <ticket+abc@in.example> 23/11/2026 10:15 >>>\n${question}`,
  'Outlook (it)': `Da: Brenta Servizi <ticket+abc@in.example>\nInviato: lunedì 23 novembre 2026 10:15\nA: giulia@rossi.example\nOggetto: Compressore\n\n${question}`,
  'Outlook (es)': `De: Brenta Servizi\nEnviado el: lunes, 23 de noviembre de 2026 10:15\nPara: giulia@rossi.example\nAsunto: Compressore\n\n${question}`,
  'our own mark': `— Rispondi sopra questa riga —\n\nMarco ti ha risposto\n\n${question}`,
}

describe.each(Object.entries(quotingForms))('the last paragraph above a quotation as of %s', (_, quoting) => {
  test.each([
    'Il compressore della linea 2 si ferma ogni ora.',
    'Le chiedo di passare domani mattina.',
    'Alle 9 siamo in officina, dalle 13 alle 14 no',
    'In data odierna abbiamo spento la caldaia.',
    'On the second line there is still a leak.',
    'At noon nobody is here',
    'El compresor se para cada hora.',
    'Venerdì 27 novembre siamo chiusi',
    'Serve un tecnico.',
  ])('is kept: %s', async paragraph => {
    const shapes = [`Buongiorno,\n\n${paragraph}`, `${paragraph}\n\nGrazie\nGiulia`, `${paragraph}\nGrazie`]
    for (const shape of shapes)
      for (const between of ['\n', '\n\n'])
        for (const isHtml of [false, true]) {
          const text = `${shape}${between}${quoting}`
          const mail = await read(isHtml ? divs(text) : text, { isHtml })
          expect(lineByLine(mail.text)).toEqual(lineByLine(shape))
          expect(mail.quotedHtml).toContain('il modello?')
        }
  })
})

/** What customers write themselves, though it looks like a part of a mail. */
const ownTexts = {
  'a way of sending': 'Buongiorno,\n\nabbiamo risposto.\nInviato con PEC il 12/11, senza risposta.\n\nSaluti',
  'a parcel': 'The broken part left yesterday.\nSent via DHL, tracking 12345.\nPlease confirm.',
  'a parcel, last': 'The pump is on its way.\n\nSent from our warehouse on Friday.',
  'un paquete': 'La pieza salió ayer.\nEnviado con SEUR, número 12345.\n¿Llegó?',
  'offers apart': 'Preventivo A: 100 euro\n----------\nPreventivo B: 200 euro\nQuale consigliate?',
  headings: 'PROBLEMA\n========\nLa caldaia perde.\n\nURGENZA\n=======\nAlta',
  'a signature line as a line': 'Errore 1: E14\n--\nErrore 2: E15\n--\nErrore 3: E16',
  'a dash alone': 'Prima riga\n—\nSeconda riga dopo la lineetta',
  'a log with lines': 'Log di stanotte:\n-----\n03:10 ERROR E14\n-----\n03:20 ERROR E15\n-----\nCosa vuol dire?',
  'what somebody said':
    'Buongiorno,\nIl 12/11 il vostro tecnico ci ha scritto:\nla valvola va cambiata.\nQuando arriva?',
  'what somebody said at a time':
    'Il 12/11/2026 alle 10:15 il vostro tecnico ci ha scritto:\n\nla valvola va cambiata.\n\nQuando?',
  'what somebody said, with marks': 'Il 12/11 il cliente ci ha scritto:\n> la caldaia perde ancora\n\nCosa rispondo?',
  'lo que dijeron': 'El 12/11 su técnico nos escribió:\nhay que cambiar la válvula.\n¿Cuándo llega?',
  'what they said': 'On 12/11/2026 your engineer wrote to us:\nthe valve has to be changed.\nWhen do you come?',
  'values of a test': 'Il collaudo:\nData: 12/11/2026\nA: 400 V\nDa: quadro Q1\nOggetto: linea 2\n\nTutto regolare.',
  'a way': 'Il tragitto\nDa: Padova ore 8\nA: Vigonza ore 9\nData: 3 dicembre\n\nVa bene?',
  'un envío': 'Datos del envío:\nDe: Valencia\nPara: Madrid\nFecha: 3 de diciembre\n\n¿Está bien?',
  'headers in a log':
    'Il server rifiuta la posta.\n\nFrom: a@b.example\nTo: c@d.example\nSubject: prova\n\nCosa faccio?',
  'headers that a colon leads to':
    'Nel log vedo:\n\nFrom: a@b.example\nDate: Mon, 23 Nov 2026 10:15\nTo: c@d.example\nSubject: prova\n\nCosa faccio?',
  'a quotation, last':
    'Il cliente mi ha detto questo, cosa rispondo?\n\n> Non paghiamo se non sistemate la caldaia entro venerdì.',
  'an error, last': "Riporto il messaggio d'errore:\n\n> ORA-12154: could not resolve the connect identifier specified",
  'a prompt': "Ecco l'output:\n\nrouter> show version\nCisco IOS 15.2\nrouter> show ip route\n% Invalid input",
  'a prompt, last': 'Quando scrivo questo si blocca\n\nmysql> select * from ordini where anno = 2026 and chiuso;',
  'a menu, last': 'Non trovo la voce\nStart>Impostazioni>Rete',
  'a limit, last': 'La pressione deve restare\n> 6 bar',
  'limits within': 'Temperatura:\n>80 gradi alle 10\n>85 gradi alle 11\nÈ normale?',
  'a table with bars': 'Letture:\n| ora | bar\n| 10 | 4,2\n| 11 | 4,8',
  'a signature and more':
    'La stampante non va.\n\n--\nGiulia Rossi\nOfficine Rossi\n\nPS: il codice di accesso è 4471.',
  'a signature and more, without a mark':
    'La stampante non va.\n\n--\nGiulia Rossi\n\nDimenticavo: la chiave è dal portinaio, suonate al 3.',
  'our own words': 'Non capisco la frase "Rispondi sopra questa riga" delle vostre mail. Cosa vuol dire?\nGrazie',
  'a fence': 'Log:\n```\n-----\nFrom: x\n-----\n```\nGrazie',
  'a word of a program': 'Ho ricevuto "-----Original Message-----" nel testo\nÈ normale?',
}

describe.each([
  ['a new mail', false],
  ['an answer', true],
])('a text of the writer in %s', (_, isAnswer) => {
  test.each(Object.entries(ownTexts))('is shown whole: %s', async (_, text) => {
    for (const isHtml of [false, true]) {
      const mail = await read(isHtml ? divs(text) : text, {
        isAnswer,
        isHtml,
        conversation: isAnswer ? conversation : undefined,
      })
      expect(lineByLine(mail.text)).toEqual(lineByLine(text))
      expect(mail).toMatchObject({ quotedHtml: '', quotedLines: 0, quotedOpen: false })
    }
  })
})

describe('a mail that answers nothing', () => {
  test.each([
    [
      'of Gmail',
      '---------- Forwarded message ---------\nDa: Mario <m@x.example>\nDate: lun 23 nov 2026 alle ore 10:15\nSubject: Caldaia\nTo: <g@rossi.example>\n\nLa caldaia perde.',
    ],
    [
      'of Outlook',
      'Da: Mario <m@x.example>\nInviato: lunedì 23 novembre 2026 10:15\nA: Giulia\nOggetto: Caldaia\n\nLa caldaia perde.',
    ],
    [
      'of Apple Mail',
      'Inizio messaggio inoltrato:\n\n> Da: Mario <m@x.example>\n> Data: 23 novembre 2026 10:15\n> Oggetto: Caldaia\n>\n> La caldaia perde.',
    ],
  ])('shows a mail that is forwarded %s', async (_, forwarded) => {
    const text = `Vi inoltro la mail del cliente.\n\n${forwarded}`
    for (const subject of ['Caldaia', 'I: Re: Caldaia', 'Fwd: Caldaia']) {
      const head = ['From: giulia@rossi.example', `Subject: ${subject}`]
      const ids = subject === 'Caldaia' ? [] : ['References: <1@x.example>', 'In-Reply-To: <1@x.example>']
      const found = await parseMail(
        Buffer.from([...head, ...ids, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n')),
      )
      expect(found).toMatchObject({ mail: { text, quotedHtml: '' } })
    }
  })

  test('shows a quotation of HTML, last or within, and folds nothing', async () => {
    for (const after of ['', '<p>Cosa devo rispondere?</p>']) {
      const html = `<p>Buongiorno, il cliente mi scrive:</p>\n<blockquote>La caldaia perde ancora da ieri sera.</blockquote>\n${after}`
      expect(await read(html, { isAnswer: false, isHtml: true })).toMatchObject({ quotedHtml: '', quotedLines: 0 })
    }
  })

  test('folds a signature at the very end', async () => {
    const mail = await read('La caldaia perde.\n\n-- \nGiulia Rossi\nOfficine Rossi\nTel. 049 1234567', {
      isAnswer: false,
    })
    expect(mail).toMatchObject({ text: 'La caldaia perde.', quotedLines: 4 })
    for (const device of [
      'Inviato da iPhone',
      'Inviato dal mio Galaxy',
      'Enviado desde mi iPhone',
      'Sent from Outlook for Android',
    ])
      expect((await read(`La caldaia perde.\n\n${device}`, { isAnswer: false })).text).toBe('La caldaia perde.')
  })
})

describe('an answer', () => {
  test('between the lines of what it answers is shown with them', async () => {
    const text =
      'Il 23/11/2026 10:15, Brenta ha scritto:\n> — Rispondi sopra questa riga —\n> Quale modello?\nGA15\n> Da quando?\nDa ieri.'
    const mail = await read(text)
    expect(mail.text).toBe(
      '> Quale modello?\nGA15\n> Da quando?\nDa ieri.'.replace('> Quale', '> — Rispondi sopra questa riga —\n> Quale'),
    )
  })

  test('below what it answers is shown alone', async () => {
    const mail = await read(`Il 23/11/2026 10:15, Brenta ha scritto:\n> ${question}\n\nGA15.\nGrazie`)
    expect(mail.text).toBe('GA15.\nGrazie')
  })

  test('of lines without an attribution folds them if the conversation has them', async () => {
    const text = `Ecco il modello che avete chiesto:\n\n> ${question}`
    expect((await read(text, { conversation })).text).toBe('Ecco il modello che avete chiesto:')
    expect((await read(text, { conversation: ['Altro'] })).text).toBe(text)
  })

  test('with a signature above or below what it quotes folds both', async () => {
    const signature =
      '-- \nGiulia Rossi\nTel. 049 1234567\n\nQuesta mail è riservata: chi la riceve per errore la cancelli, per favore.'
    const quoted = quotingForms['Thunderbird (it)']
    for (const text of [`GA15.\n\n${signature}\n\n${quoted}`, `GA15.\n\n${quoted}\n\n${signature}`])
      expect((await read(text)).text).toBe('GA15.')
  })

  test.each(['👍', '🙏🙏', '❤️', '???', '!', '+', 'k', '1', '…', 'Ok 👍🏽'])('may be as short as %s', async said => {
    for (const quoting of Object.values(quotingForms)) {
      expect((await read(`${said}\n\n${quoting}`)).text).toBe(said)
      expect((await read(divs(`${said}\n\n${quoting}`), { isHtml: true })).text).toBe(said)
    }
    expect((await read(said)).text).toBe(said)
  })

  test('of an emoji that is a picture from elsewhere is that emoji', async () => {
    const html =
      '<div><img data-emoji="👍" alt="👍" src="https://fonts.example/1f44d.png"><img alt="logo" src="https://x.example"></div>'
    expect((await read(html, { isHtml: true })).html.trim()).toBe('<div>👍</div>')
  })
})

describe('what is folded', () => {
  test('is nothing where only white space and empty elements are left out', async () => {
    const html = '<div>Va bene domani.</div>\n<div class="gmail_signature"><p> &nbsp;</p></div>\n'
    expect(await read(html, { isHtml: true })).toMatchObject({ quotedHtml: '', quotedLines: 0, quotedOpen: false })
  })

  test('is counted by its lines', async () => {
    const quoting = `Il 23/11/2026 10:15, Brenta ha scritto:\n> Buongiorno,\n>\n> ${question}`
    expect(await read(`GA15\n\n${quoting}`)).toMatchObject({ quotedLines: 3 })
    const html = `<p>GA15</p><blockquote type="cite"><p>Buongiorno,</p><p>${question}<br>Grazie</p></blockquote>`
    expect(await read(html, { isHtml: true })).toMatchObject({ quotedLines: 3 })
  })

  test('is open where less than ten words are shown and it has lines that nobody has sent before', async () => {
    const long = 'Il modello è GA15, sta scritto sulla targa di fianco alla porta.'
    const quoting = (line: string) => `Il 23/11/2026 10:15, Brenta ha scritto:\n\n> ${line}`
    const opens = async (text: string) => (await read(text, { conversation })).quotedOpen
    expect(await opens(`GA15\n\n${quoting(question)}`)).toBe(false)
    expect(await opens(`GA15\n\n${quoting('Anche la caldaia perde acqua da ieri sera.')}`)).toBe(true)
    expect(await opens(`${long}\n\n${quoting('Anche la caldaia perde acqua da ieri sera.')}`)).toBe(false)
    // Mail programs wrap lines.
    expect(await opens(`GA15\n\n${quoting('Buongiorno Giulia, può\n> dirci il modello?')}`)).toBe(false)
    expect((await read(`GA15\n\n${quoting(question)}`)).quotedOpen).toBe(true)
  })
})
