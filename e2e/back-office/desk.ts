import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from './api.ts'
import type { Event, OpenBook } from './book.ts'
import { client, paper, steps, technician } from './company.ts'

type Ticket = { externalId: string; title: string; ticketNumber: number } & Record<string, unknown>
type Uploaded = Record<string, unknown>
type Signed = { status: string; signedFile: { url: string } | null }

const now = () => new Date().toISOString()
const here = (event: Event, kind: string) => {
  const externalId = event.data[kind]
  if (externalId === undefined) throw new Error(`${event.type} names no ${kind}`)
  return { externalId }
}

/** Handles the events of customers. */
export const openDesk = (api: Api, { origin, portal }: { origin: string; portal: string }, opened: OpenBook) => {
  const { folder, change } = opened
  const file = async (name: string) => {
    const sent = paper(name)
    return (await api<Uploaded>('uploadFile', { file: sent })).json
  }

  /** Takes over a customer's ticket with the company's own number. Fails if the ticket was changed meanwhile. */
  const takeOver = async (path: { externalId: string }): Promise<Ticket> => {
    const { json, headers } = await api<Ticket>('readTicket', { path })
    const externalId = `RIP-${json.ticketNumber}`
    const body = { ...json, externalId, staff: technician, step: steps.taken }
    return (await api<Ticket>('putTicket', { path, body, headers: { 'If-Match': headers.get('etag') ?? '' } })).json
  }

  /** Creates an order to sign and returns its link. */
  const sendOrder = async (ticket: Ticket): Promise<string> => {
    const externalId = `ORD-${ticket.ticketNumber}`
    const key = randomBytes(24).toString('base64url')
    const body = {
      contact: client,
      documentName: `Ordine ${externalId}`,
      file: await file(`Ordine ${externalId}.pdf`),
      firstName: 'Livia',
      lastName: 'Conti',
      phone: opened.book.customer?.phone,
      staff: technician,
      key,
      sentOn: now(),
    }
    await api('putDocumentToSign', { path: { externalId }, body })
    const link = `${origin}/${portal}/documents/${key}`
    change(book => {
      book.documents[externalId] = { link }
    })
    return link
  }

  const answer = async (event: Event) => {
    const ticket = await takeOver(here(event, 'ticket'))
    change(book => {
      book.tickets[ticket.externalId] = { title: ticket.title }
    })
    const link = await sendOrder(ticket)
    const message = `<p>Arriviamo domani mattina.</p><p>Serve la firma: <a href="${link}">ordine da firmare</a></p>`
    const body = { ticket: ticket.externalId, message, creationDate: now(), staff: technician }
    await api('putComment', { path: { externalId: `${ticket.externalId}-1` }, body })
  }

  const publishInvoice = async (order: string) => {
    const documentNumber = order.replace('ORD-', '2026/')
    const name = `Fattura ${order}.pdf`
    const body = {
      contact: client,
      documentNumber,
      total: 183.5,
      invoiceDate: now().slice(0, 10),
      file: await file(name),
    }
    await api('putInvoice', { path: { externalId: order.replace('ORD', 'FAT') }, body })
    writeFileSync(join(folder, name), paper(name).bytes)
    change(book => {
      book.invoices[documentNumber] = { file: name }
    })
  }

  const fileSigned = async (event: Event) => {
    const path = here(event, 'documentToSign')
    const { json } = await api<Signed>('readDocumentToSign', { path })
    if (json.status !== 'signed' || !json.signedFile) throw new Error(`${path.externalId} is ${json.status}`)
    const id = json.signedFile.url.split('/').at(-1) ?? ''
    const { bytes } = await api('readDocumentToSignFile', { path: { ...path, file: id } })
    const signedFile = `${path.externalId}.pdf`
    writeFileSync(join(folder, signedFile), bytes)
    change(book => {
      const document = book.documents[path.externalId]
      if (!document) throw new Error(`${path.externalId} is no document of ours`)
      document.signedFile = signedFile
    })
    await publishInvoice(path.externalId)
  }

  const duties: Record<string, (event: Event) => Promise<void>> = {
    'ticket.created': answer,
    'document.signed': fileSigned,
  }
  return async (event: Event) => duties[event.type]?.(event)
}
