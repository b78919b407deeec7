import { randomInt } from 'node:crypto'
import { pdf } from '../support/pdf.ts'
import type { Api } from './api.ts'
import type { OpenBook } from './book.ts'

/** The company's own externalIds of its technician and of its ticket steps. */
export const technician = 'tecnico-moretti'
export const steps = { open: 'nuovo', taken: 'in-carico', closed: 'chiuso' }
export const client = 'cliente-conti'

const baseColor = 'hsl(285,55%,36%)'
const flags = ['administrator', 'manageTickets', 'viewContactInvoices']

/** A PDF of one page. */
export const paper = (name: string) => ({ name, bytes: pdf(1) })

/** Configures the portal: branding, staff, ticket types and steps. */
export const furnishPortal = async (api: Api, key: string) => {
  const put = (operation: string, externalId: string, body: Record<string, unknown>) =>
    api(operation, { path: { externalId }, body })
  await put('putPortal', key, {
    webPortalKey: key,
    webPortalName: 'Officina Moretti',
    baseColor,
    supportPhone: '045 555 0100',
    supportEmail: `assistenza@${key}.example`,
    coverText: 'La tua officina, sempre aperta.',
  })
  await put('putGroup', 'officina', { name: 'Officina' })
  await put('putStaff', technician, { firstName: 'Anna', lastName: 'Moretti', email: `anna@${key}.example` })
  await put('putTicketType', 'riparazione', { portal: key, name: 'Riparazione', group: 'officina' })
  await put('putTicketType', 'consiglio', { portal: key, name: 'Consiglio' })
  await put('putTicketStep', steps.open, { portal: key, name: 'Nuovo', taskStatus: 0, position: 1 })
  await put('putTicketStep', steps.taken, { portal: key, name: 'In carico', taskStatus: 1, position: 2 })
  await put('putTicketStep', steps.closed, { portal: key, name: 'Chiuso', taskStatus: 2, position: 3 })
}

/** Creates a customer and sends the invitation mail. */
export const admitCustomer = async (api: Api, portal: string, { change }: OpenBook) => {
  const userName = 'livia.conti'
  const email = `${userName}@${portal}.example`
  const phone = `+39333${randomInt(1_000_000, 9_999_999)}`
  await api('putContact', {
    path: { externalId: client },
    body: { portal, companyName: 'Panificio Conti', vatNumber: 'IT01234567897', address: 'Via del Forno 3, Verona' },
  })
  await api('putWebUser', { path: { externalId: client }, body: { userName, email, phone, language: 'it-IT' } })
  await api('putMembership', {
    path: { externalId: client },
    body: { contact: client, webUser: client, referentName: 'Livia Conti', flags },
  })
  await api('inviteMember', { path: { externalId: client } })
  change(book => {
    book.customer = { userName, email, phone }
  })
}
