import type { Language } from '@portico/contract/language'
import type { PublishKind } from '@portico/contract/staff/publishing'

/** The kinds of which customers are mailed in one mail. */
export type NoticeKind = Exclude<PublishKind, 'publicFile' | 'documentToSign'>

const it = {
  subject: (count: number, portal: string) =>
    count === 1 ? `Un nuovo documento su ${portal}` : `${count} nuovi documenti su ${portal}`,
  title: (count: number) => (count === 1 ? 'C’è un nuovo documento per te' : `Ci sono ${count} nuovi documenti per te`),
  kinds: {
    invoice: 'Fattura',
    creditNote: 'Nota di credito',
    estimate: 'Preventivo',
    report: 'Rapporto',
    document: 'Documento',
  } satisfies Record<NoticeKind, string>,
  more: (count: number) => (count === 1 ? 'E un altro.' : `E altri ${count}.`),
  open: 'Apri nel portale',
  why: 'Ricevi un avviso quando nel portale ci sono nuovi documenti per te.',
  stop: 'Non ricevere più queste e-mail',
}

const en: typeof it = {
  subject: (count, portal) => (count === 1 ? `A new document in ${portal}` : `${count} new documents in ${portal}`),
  title: count => (count === 1 ? 'There is a new document for you' : `There are ${count} new documents for you`),
  kinds: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    estimate: 'Estimate',
    report: 'Report',
    document: 'Document',
  },
  more: count => (count === 1 ? 'And one more.' : `And ${count} more.`),
  open: 'Open in the portal',
  why: 'You are told when there are new documents for you in the portal.',
  stop: 'Stop these e-mails',
}

const es: typeof it = {
  subject: (count, portal) =>
    count === 1 ? `Un nuevo documento en ${portal}` : `${count} nuevos documentos en ${portal}`,
  title: count => (count === 1 ? 'Hay un nuevo documento para ti' : `Hay ${count} nuevos documentos para ti`),
  kinds: {
    invoice: 'Factura',
    creditNote: 'Nota de crédito',
    estimate: 'Presupuesto',
    report: 'Informe',
    document: 'Documento',
  },
  more: count => (count === 1 ? 'Y uno más.' : `Y ${count} más.`),
  open: 'Abrir en el portal',
  why: 'Te avisamos cuando hay nuevos documentos para ti en el portal.',
  stop: 'Dejar de recibir estos correos',
}

/** Texts of the mails about what was published, by the recipient's language. */
export const noticeTexts: Record<Language, typeof it> = { 'it-IT': it, 'en-EN': en, 'es-ES': es }
