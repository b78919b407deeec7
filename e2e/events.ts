import { daysAgo } from './people.ts'

// What the tests of appointments book and cancel; each row is one test's.
const lines: Record<string, unknown>[] = []
const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map(day => `${day} 08:00-18:00`)

const service = (key: string, name: string) => {
  lines.push({ type: 'staff', externalId: key, serviceCompany: 'brenta', firstName: 'Nadia', lastName: 'Prova' })
  lines.push({
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
  })
  return { key, name }
}

/** A service that a visitor books from the list. */
export const inspection = service('prova-collaudo', 'Collaudo di prova')
/** One whose time somebody else takes meanwhile. */
export const contested = service('prova-contesa', 'Ritiro di prova')
const visit = service('prova-visita', 'Visita di prova')

/** The keys of an invitation to book and of bookings; one of them begins in a minute. */
export const keys = {
  invitation: 'prova-invito-000000000000',
  expired: 'prova-invito-scaduto-0000',
  late: 'prova-prenotato-tardi-000',
  task: 'prova-intervento-00000000',
}

lines.push({
  type: 'contact',
  externalId: 'prova-eventi',
  portal: 'brenta',
  companyName: 'Ditta Eventi',
  phone: '049 555 0199',
})
const invitation = { type: 'bookingInvitation', contact: 'prova-eventi', service: visit.key }
lines.push({ ...invitation, externalId: 'prova-invito', key: keys.invitation })
lines.push({ ...invitation, externalId: 'prova-scaduto', key: keys.expired, expiresOn: daysAgo(1) })

const hour = 3_600_000
const appointment = (externalId: string, start: number, key?: string) =>
  lines.push({
    type: 'appointment',
    externalId,
    service: visit.key,
    staff: visit.key,
    start: new Date(start).toISOString(),
    end: new Date(start + hour).toISOString(),
    companyName: 'Ditta Eventi',
    phone: '049 555 0199',
    bookedOn: daysAgo(2),
    ...(key && { key }),
  })
appointment('prova-tardi', Date.now() + hour, keys.late)
appointment('prova-intervento', Date.now() + 50 * hour)
lines.push({
  type: 'plannedActivity',
  externalId: 'prova-intervento',
  contact: 'prova-eventi',
  activityTypeName: 'Visita di prova',
  title: 'Cambio del filtro',
  address: 'Via della Prova 1, Padova',
  start: new Date(Date.now() + 50 * hour).toISOString(),
  end: new Date(Date.now() + 51 * hour).toISOString(),
  staff: visit.key,
  appointment: 'prova-intervento',
  key: keys.task,
})

/** These rows, in the import's format. */
export const eventLines = () => lines.map(line => `${JSON.stringify(line)}\n`).join('')
