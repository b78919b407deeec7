import { type Flag, flags } from '@portico/contract/permissions'

/** The password of every user, in the demo and in the tests' own data. */
export const password = 'Portico-demo-1'
/** The hash of the password. The import takes only the hash, because it refuses a password that is publicly known. */
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$QJ1Y95xPEAUtnGls2utiJg$4CpAm0CB0+1NAZdRwOqAG7g8Pd/m+KzzwT/qWjPWa+g'

/** A user who can sign in, with the portal of the first contact and the name that others see. */
export type Person = { userName: string; company: string; name: string }

const person = (userName: string, name: string, company = 'brenta'): Person => ({ userName, company, name })

// Users of the demo. No test changes their data.
export const giulia = person('giulia.rossi', 'Giulia Rossi')
export const marco = person('marco.bianchi', 'Marco Bianchi')
export const luca = person('luca.neri', 'Luca Neri')
export const elena = person('elena.verdi', 'Elena Verdi')
export const paolo = person('paolo.costa', 'Paolo Costa', 'lagorai')

type Line = Record<string, unknown>
const lines: Line[] = []

const contact = (externalId: string, companyName: string, portal = 'brenta') => {
  lines.push({ type: 'contact', externalId, portal, companyName })
  return { externalId, portal }
}

const member = (
  { externalId, portal }: ReturnType<typeof contact>,
  userName: string,
  name: string,
  open: readonly Flag[] = flags,
  hasPassword = true,
) => {
  const email = `${userName}@prova.example`
  const known = hasPassword && { passwordHash }
  lines.push({ type: 'webUser', externalId: userName, serviceCompany: 'brenta', userName, email, ...known })
  lines.push({
    type: 'membership',
    externalId: userName,
    contact: externalId,
    webUser: userName,
    referentName: name,
    flags: open,
  })
  return person(userName, name, portal)
}

const alone = (userName: string, name: string, portal?: string) =>
  member(contact(userName, `Ditta ${name}`, portal), userName, name)

// A user whose data a test changes permanently belongs to one test, or to one file that takes it into account.
const office = contact('prova-ufficio', 'Ufficio Prova')
/** Two administrators of one contact who write messages. */
export const sofia = member(office, 'sofia.prova', 'Sofia Prova')
export const carlo = member(office, 'carlo.prova', 'Carlo Prova')
const vetrina = contact('prova-vetrina', 'Vetrina Prova')
/** Two administrators of one contact: as the first the staff see the portal. */
export const vanda = member(vetrina, 'vanda.prova', 'Vanda Prova')
export const vito = member(vetrina, 'vito.prova', 'Vito Prova')
const studio = contact('prova-studio', 'Studio Prova')
/** Two administrators of one contact: one creates tickets, the other answers. */
export const elsa = member(studio, 'elsa.prova', 'Elsa Prova')
export const gino = member(studio, 'gino.prova', 'Gino Prova')
const workshop = contact('prova-officina', 'Officina Prova')
/** Three users of one contact who share a browser: one writes, one resets the password, one is invited. */
export const nora = member(workshop, 'nora.prova', 'Nora Prova')
export const piero = member(workshop, 'piero.prova', 'Piero Prova')
export const ivo = member(workshop, 'ivo.prova', 'Ivo Prova', flags, false)
/** Uses a portal with the plain-text editor. */
export const enea = alone('enea.prova', 'Enea Prova', 'brenta-energia')
export const alba = alone('alba.prova', 'Alba Prova')
export const aldo = alone('aldo.prova', 'Aldo Prova')
export const ezio = alone('ezio.prova', 'Ezio Prova')
export const lia = alone('lia.prova', 'Lia Prova')
export const lino = alone('lino.prova', 'Lino Prova')
export const rita = alone('rita.prova', 'Rita Prova')
export const saro = alone('saro.prova', 'Saro Prova')
export const tina = alone('tina.prova', 'Tina Prova')
export const fabio = alone('fabio.prova', 'Fabio Prova')
/** Loses a permission and then access to the contact. */
export const tea = alone('tea.prova', 'Tea Prova')
/** Has no tickets. */
export const viola = alone('viola.prova', 'Viola Prova')
/** A customer whose tickets the staff assign, move and close in the queue. */
export const fosca = alone('fosca.prova', 'Fosca Prova')
/** A customer for whom the staff publish files. */
export const sveva = alone('sveva.prova', 'Sveva Prova')
/** May list all tickets but open none. */
export const ada = member(contact('prova-ada', 'Ditta Ada'), 'ada.prova', 'Ada Prova', ['administrator'])
/** The tickets of her contact. */
export const adaTickets = ['Serranda bloccata', 'Serratura nuova']

/** Belongs to a contact without any permission. */
export const zeno = member(contact('prova-zeno', 'Ditta Zeno', 'brenta-energia'), 'zeno.prova', 'Zeno Prova', [])

/** A user for each flag who has only that flag. */
export const holders = flags.map(flag => ({
  flag,
  person: member(contact(`prova-${flag}`, `Ditta ${flag}`), `${flag.toLowerCase()}.prova`, `Solo ${flag}`, [flag]),
}))

/** Can sign in but belongs to no contact. */
export const nemo = person('nemo.prova', 'nemo.prova')
lines.push({
  type: 'webUser',
  externalId: 'nemo.prova',
  serviceCompany: 'brenta',
  userName: 'nemo.prova',
  passwordHash,
})

/** The date in Rome some days before today, as `YYYY-MM-DD`. */
export const daysAgo = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(Date.now() - days * 86_400_000)

const lastYear = (rest: string) => `${Number(daysAgo(0).slice(0, 4)) - 1}-${rest}`

// A contact for tests of filters, whose tickets no test changes.
const mill = contact('prova-cartiera', 'Cartiera Prova')
export const anna = member(mill, 'anna.prova', 'Anna Prova')
export const bruno = member(mill, 'bruno.prova', 'Bruno Prova', ['manageTickets'])
export const carla = member(mill, 'carla.prova', 'Carla Prova', ['manageTickets'])

lines.push({ type: 'wikiFolder', externalId: 'prova-reparto', contact: 'prova-cartiera', name: 'Reparto' })
for (const [externalId, name] of [
  ['prova-pressa', 'Pressa Ghidini'],
  ['prova-forno', 'Forno Ceky'],
  ['prova-nastro', 'Nastro trasportatore'],
])
  lines.push({ type: 'wikiElement', externalId, folder: 'prova-reparto', name })

const millTicket = (title: string, creator: Person, createdOn: string, rest: Line = {}) =>
  lines.push({
    type: 'ticket',
    externalId: `prova-${title}`,
    contact: 'prova-cartiera',
    ticketType: 'brenta-guasto',
    step: 'brenta-nuovo',
    title,
    description: `<p>${title}, in breve.</p>`,
    createdOn,
    creator: creator.userName,
    ...rest,
  })

millTicket('Pressa ferma da stamattina', anna, `${daysAgo(0)} 00:01`, { wikiElement: 'prova-pressa' })
millTicket('Forno che scalda poco', anna, `${daysAgo(1)} 09:00`, {
  wikiElement: 'prova-forno',
  step: 'brenta-pianificato',
})
millTicket('Nastro cambiato', anna, `${daysAgo(400)} 09:00`, { wikiElement: 'prova-nastro', step: 'brenta-chiuso' })
millTicket('Collaudo della pressa', anna, `${lastYear('03-31')} 23:30`, {
  wikiElement: 'prova-pressa',
  step: 'brenta-chiuso',
})
millTicket('Badge che non apre', bruno, `${daysAgo(1)} 10:00`)
millTicket('Telefono muto', carla, `${daysAgo(40)} 10:00`)
lines.push({
  type: 'comment',
  externalId: 'prova-risposta',
  ticket: 'prova-Forno che scalda poco',
  message: '<p>Arriviamo con la termocoppia di ricambio.</p>',
  creationDate: `${daysAgo(1)} 11:00`,
  staff: 'ferraris',
})

for (const title of adaTickets)
  lines.push({
    type: 'ticket',
    externalId: `prova-${title}`,
    contact: 'prova-ada',
    ticketType: 'brenta-guasto',
    step: 'brenta-nuovo',
    title,
    description: '<p>Da vedere.</p>',
    createdOn: `${daysAgo(adaTickets.indexOf(title))} 00:01`,
  })

/** Number of `mario`'s tickets: more than two pages. */
export const manyTickets = 120
export const mario = alone('mario.prova', 'Mario Prova')
for (let number = 1; number <= manyTickets; number++)
  lines.push({
    type: 'ticket',
    externalId: `prova-serie-${number}`,
    contact: 'mario.prova',
    ticketType: 'brenta-richiesta',
    step: 'brenta-nuovo',
    title: `Serie ${String(number).padStart(3, '0')}`,
    description: '<p>Uno di molti.</p>',
    createdOn: new Date(Date.now() - (manyTickets - number + 1) * 3_600_000).toISOString(),
    creator: 'mario.prova',
  })

/** Number of `irma`'s invoices: over two pages. Every tenth is from last year and over 1000 euro, the others over 10. A/010 has an XML original. */
export const manyInvoices = 120
/** Name of her only estimate, which was never revised, and whose document has 20 MB. */
export const bigEstimate = 'Rilievo completo degli impianti'
export const irma = alone('irma.prova', 'Irma Prova')
for (let number = 1; number <= manyInvoices; number++) {
  const old = number % 10 === 0
  lines.push({
    type: 'invoice',
    externalId: `prova-fattura-${number}`,
    contact: 'irma.prova',
    documentNumber: `${old ? 'A' : 'B'}/${String(number).padStart(3, '0')}`,
    total: old ? 1000 : 10,
    invoiceDate: old ? lastYear('05-10') : daysAgo(0),
    file: { path: 'documento.pdf', name: `Fattura ${number}.pdf` },
    ...(number === 10 && { original: { path: 'fattura.xml', name: 'IT04218730285_00010.xml' } }),
  })
}
lines.push({
  type: 'estimate',
  externalId: 'prova-preventivo',
  contact: 'irma.prova',
  estimateName: bigEstimate,
  estimateNumber: 'P/7',
  total: 1234.5,
  estimateCreationDate: daysAgo(0),
  file: { path: 'grande.pdf', name: 'Rilievo.pdf' },
})

/** A pasted URL without a possible line break. */
export const longWord = `https://intranet.prova.example/esportazione_completa_clienti_fornitori_${'anagrafiche_'.repeat(6)}2026.aspx`
/** A user whose records all contain {@link longWord}. */
export const lunga = alone('lunga.prova', longWord)
const long = { contact: 'lunga.prova' }
const longFile = { path: 'documento.pdf', name: `${'verbale_di_manutenzione_'.repeat(6)}.pdf` }
const longLine = (type: string, rest: Line) => lines.push({ type, externalId: `lunga-${type}`, ...rest })
longLine('wikiFolder', { ...long, name: longWord })
longLine('wikiElement', { folder: 'lunga-wikiFolder', name: longWord })
longLine('wikiProperty', { element: 'lunga-wikiElement', typologyName: longWord, value: longWord, position: 1 })
longLine('ticket', {
  ...long,
  ticketType: 'brenta-guasto',
  step: 'brenta-nuovo',
  title: longWord,
  description: `<p>${longWord}</p><pre>${longWord}</pre>`,
  createdOn: `${daysAgo(1)} 09:00`,
  creator: 'lunga.prova',
  wikiElement: 'lunga-wikiElement',
})
longLine('comment', {
  ticket: 'lunga-ticket',
  message: `<p>${longWord}</p>`,
  creationDate: `${daysAgo(1)} 10:00`,
  staff: 'ferraris',
})
longLine('document', { ...long, createDate: daysAgo(1), file: longFile, documentName: longWord })
longLine('invoice', {
  ...long,
  documentNumber: longWord.slice(0, 90),
  total: -1234567.89,
  invoiceDate: daysAgo(1),
  file: longFile,
})
longLine('estimate', {
  ...long,
  estimateName: longWord,
  estimateNumber: longWord.slice(0, 60),
  revisionNumber: 1,
  total: 1234567.89,
  estimateCreationDate: daysAgo(1),
  file: longFile,
})
longLine('report', { ...long, name: longWord, dateTime: `${daysAgo(1)} 09:00`, ticket: 'lunga-ticket', file: longFile })
longLine('subscription', {
  ...long,
  code: longWord.slice(0, 40),
  description: longWord,
  quantity: 1,
  taxedTotal: 10,
  advanceDate: daysAgo(-10),
  trigger: { recurrenceType: 20, frequencyMonth: 1, recurrenceDay: 5 },
})
longLine('activityContract', { ...long, name: longWord, start: daysAgo(30), end: daysAgo(-300), hoursAmount: 10 })
longLine('contractActivity', {
  contract: 'lunga-activityContract',
  activityTypeName: longWord.slice(0, 90),
  start: `${daysAgo(3)} 09:00`,
  minutes: 30,
  staff: 'rossetti',
  addressType: 2,
  address: longWord,
  report: longFile,
})

const archive = contact('prova-archivio', 'Archivio Prova')
/** Adds company files, which is all that her colleague may see. */
export const dora = member(archive, 'dora.prova', 'Dora Prova')
export const dino = member(archive, 'dino.prova', 'Dino Prova', ['viewContactDocuments'])
/** Sees only the public files of the portal. */
export const pia = member(contact('prova-pia', 'Ditta Pia'), 'pia.prova', 'Pia Prova', [])

/** The tests' own users and tickets as import lines, which are added to the demo. */
export const importLines = () => lines.map(line => `${JSON.stringify(line)}\n`).join('')
