import { allReaders, type Reader } from './flows.ts'
import { daysAgo, type Person, passwordHash } from './people.ts'

// Records for the flows that start from a link in a mail; each reader has its own.
const lines: Record<string, unknown>[] = []

const visitor = (
  { id, language }: Reader,
  role: string,
  name: string,
  { hasPassword, active = true, contact = `ditta.${id}` }: { hasPassword: boolean; active?: boolean; contact?: string },
): Person => {
  const userName = `${role}.${id}`
  lines.push(
    {
      type: 'webUser',
      externalId: userName,
      serviceCompany: 'brenta',
      userName,
      email: `${userName}@prova.example`,
      language,
      ...(hasPassword && { passwordHash }),
    },
    {
      type: 'membership',
      externalId: userName,
      contact,
      webUser: userName,
      referentName: name,
      flags: ['manageTickets'],
      active,
    },
  )
  return { userName, company: 'brenta', name }
}

const companyOf = ({ id }: Reader) => `Ditta Porte ${id}`

for (const reader of allReaders)
  lines.push({ type: 'contact', externalId: `ditta.${reader.id}`, portal: 'brenta', companyName: companyOf(reader) })

const perReader = <Made>(make: (reader: Reader) => Made) => {
  const made = new Map(allReaders.map(reader => [reader.id, make(reader)]))
  return ({ id }: Reader): Made => made.get(id) as Made
}

const keyOf = (name: string, { id }: Reader) => `prova-${name}-${id}-`.padEnd(32, '0')

/** Key of the invitation of a user who has left the company since. */
const goneKey = (reader: Reader) => {
  const { userName } = visitor(reader, 'uscita', 'Uscita Porte', { hasPassword: false, active: false })
  const key = keyOf('uscita', reader)
  lines.push({ type: 'invitation', externalId: userName, contact: `ditta.${reader.id}`, webUser: userName, key })
  return key
}

/** The portal without passwords of these flows, of a company of its own: other flows need the demo's company with a single portal. */
const passwordless = 'prova-senza-password'
lines.push(
  { type: 'serviceCompany', externalId: passwordless, name: 'Prova senza password' },
  {
    type: 'portal',
    externalId: passwordless,
    serviceCompany: passwordless,
    webPortalKey: passwordless,
    webPortalName: 'Prova senza password',
    disablePasswords: true,
  },
)

/** A person of a contact of their own. */
const alone = (
  { id, language }: Reader,
  role: string,
  name: string,
  { portal, serviceCompany, flags }: { portal: string; serviceCompany: string; flags: readonly string[] },
): Person => {
  const userName = `${role}.${id}`
  const email = `${userName}@prova.example`
  lines.push(
    { type: 'contact', externalId: userName, portal, companyName: `Ditta ${name} ${id}` },
    { type: 'webUser', externalId: userName, serviceCompany, userName, email, language, passwordHash },
    { type: 'membership', externalId: userName, contact: userName, webUser: userName, referentName: name, flags },
  )
  return { userName, company: portal, name }
}

/** Two people of a contact of their own, an administrator and a colleague. */
const strict = (reader: Reader) => {
  const chief = alone(reader, 'capo', 'Clara Regole', {
    portal: 'brenta',
    serviceCompany: 'brenta',
    flags: ['manageTickets', 'administrator'],
  })
  const colleague = visitor(reader, 'socio', 'Sergio Regole', { hasPassword: true, contact: chief.userName })
  return { chief, colleague }
}

/**
 * Users who forgot the password; are invited in time, too late, or with a password already; are locked out by others' failed sign-ins;
 * put others in copy; read mails about tickets; have no password; or work where a second factor is required.
 */
export const people = perReader(reader => ({
  company: companyOf(reader),
  forgetful: visitor(reader, 'nora', 'Nora Porte', { hasPassword: true }),
  invited: visitor(reader, 'ines', 'Ines Porte', { hasPassword: false }),
  late: visitor(reader, 'tarda', 'Tarda Porte', { hasPassword: false }),
  known: visitor(reader, 'nota', 'Nota Porte', { hasPassword: true }),
  guessed: visitor(reader, 'zita', 'Zita Porte', { hasPassword: true }),
  enrolling: visitor(reader, 'iris', 'Iris Porte', { hasPassword: true }),
  warned: visitor(reader, 'vera', 'Vera Porte', { hasPassword: true }),
  keyed: visitor(reader, 'pia', 'Pia Porte', { hasPassword: true }),
  copier: visitor(reader, 'lino', 'Lino Porte', { hasPassword: true }),
  raiser: visitor(reader, 'lia', 'Lia Porte', { hasPassword: true }),
  passwordless: alone(reader, 'senza', 'Sonia Senza', {
    portal: passwordless,
    serviceCompany: passwordless,
    flags: ['manageTickets'],
  }),
  strict: strict(reader),
  goneKey: goneKey(reader),
}))

/** The externalId of a ticket created by the reader of mails. */
export const tickets = perReader(reader => {
  const externalId = `ticket.${reader.id}`
  lines.push({
    type: 'ticket',
    externalId,
    contact: `ditta.${reader.id}`,
    ticketType: 'brenta-richiesta',
    step: 'brenta-nuovo',
    title: 'Il cancello resta aperto',
    description: '<p>Da ieri sera.</p>',
    createdOn: `${daysAgo(1)} 10:00`,
    creator: people(reader).raiser.userName,
  })
  return externalId
})

/** Phone numbers of signers, as stored and as the address of text messages. */
export const phones = perReader(({ id }) => `+39 333 55510${allReaders.findIndex(one => one.id === id)}0`)

const documentOf = (reader: Reader, name: string, rest: Record<string, unknown>) => {
  const key = keyOf(name, reader)
  lines.push({
    type: 'documentToSign',
    externalId: key,
    contact: `ditta.${reader.id}`,
    documentName: 'Contratto di prova',
    file: { path: 'documento.pdf', name: 'Contratto di prova.pdf' },
    firstName: 'Matteo',
    lastName: 'Čović',
    key,
    sentOn: daysAgo(1),
    ...rest,
  })
  return key
}

/** Keys of documents to sign; for `dictated` the signer enters the phone number. */
export const documents = perReader(reader => {
  const phone = phones(reader)
  return {
    desk: documentOf(reader, 'firma', { phone, email: `firma.${reader.id}@prova.example` }),
    again: documentOf(reader, 'codici', { phone: phone.replace(/0$/, '1') }),
    patient: documentOf(reader, 'attesa', { phone: phone.replace(/0$/, '2') }),
    dictated: documentOf(reader, 'dettata', { phoneMayBeTyped: true }),
    refused: documentOf(reader, 'rifiuto', { phone }),
    unwanted: documentOf(reader, 'rifiuto-due', { phone }),
    unanswered: documentOf(reader, 'senza-risposta', { phone: phone.replace(/0$/, '3') }),
    expired: documentOf(reader, 'scaduta', { phone, validUntil: daysAgo(1), sentOn: daysAgo(9) }),
    withdrawn: documentOf(reader, 'ritirata', { phone, status: 'withdrawn' }),
    phoneless: documentOf(reader, 'muta', {}),
  }
})

const hour = 3_600_000
const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map(day => `${day} 08:00-18:00`)

/** Bookable services, each with its own technician, and the keys of invitations, bookings and a visit. */
export const events = perReader(reader => {
  const { id, language } = reader
  const phone = phones(reader)
  const companyName = companyOf(reader)
  const service = (which: string) => {
    const key = `${which.toLowerCase()}-${id}`
    const name = `${which} ${id}`
    lines.push(
      { type: 'staff', externalId: key, serviceCompany: 'brenta', firstName: 'Nadia', lastName: 'Prova' },
      {
        type: 'bookableService',
        externalId: key,
        portal: 'brenta',
        key,
        name,
        durationMinutes: 90,
        weeklyHours: everyDay,
        noticeHours: 2,
        horizonDays: 30,
        staff: [key],
      },
    )
    return { key, name }
  }
  // One service per test, so that parallel tests do not book each other's times.
  const [listed, invited, hoarded, visited] = ['Collaudo', 'Sopralluogo', 'Ritiro', 'Visita'].map(service) as [
    ReturnType<typeof service>,
    ReturnType<typeof service>,
    ReturnType<typeof service>,
    ReturnType<typeof service>,
  ]
  const invitation = (which: string, rest: Record<string, unknown> = {}) => {
    const key = keyOf(which, reader)
    const email = `invito.${id}@prova.example`
    const line = {
      type: 'bookingInvitation',
      externalId: key,
      contact: `ditta.${id}`,
      service: invited.key,
      key,
      phone,
      email,
    }
    lines.push({ ...line, language, ...rest })
    return key
  }
  const booking = (which: string, start: number) => {
    const key = keyOf(which, reader)
    lines.push({
      type: 'appointment',
      externalId: key,
      service: visited.key,
      staff: visited.key,
      start: new Date(start).toISOString(),
      end: new Date(start + hour).toISOString(),
      companyName,
      phone: '049 555 0199',
      bookedOn: daysAgo(30),
      key,
    })
    return key
  }
  const visit = (which: string, start: number) => {
    const key = keyOf(`intervento-${which}`, reader)
    lines.push({
      type: 'plannedActivity',
      externalId: key,
      contact: `ditta.${id}`,
      activityTypeName: 'Visita di prova',
      title: 'Cambio del filtro',
      address: 'Via della Prova 1, Padova',
      start: new Date(start).toISOString(),
      end: new Date(start + hour).toISOString(),
      staff: visited.key,
      appointment: booking(which, start),
      key,
    })
    return key
  }
  const now = Date.now()
  return {
    listed,
    invited,
    hoarded,
    companyName,
    phone,
    invitation: invitation('invito'),
    expired: invitation('invito-scaduto', { expiresOn: daysAgo(1) }),
    withdrawn: invitation('invito-ritirato', { withdrawn: true }),
    past: booking('passata', now - 50 * hour),
    visit: visit('visita', now + 50 * hour),
    /** A visit within the notice period, and its booking. */
    lateVisit: visit('tardi', now + hour),
    late: keyOf('tardi', reader),
  }
})

/** These records as import lines. */
export const personaLines = () => lines.map(line => `${JSON.stringify(line)}\n`).join('')
