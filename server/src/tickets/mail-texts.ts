import type { Language } from '@portico/contract/auth'
import type { NotificationKind } from '@portico/contract/notifications'

const it = {
  received: 'Abbiamo ricevuto il tuo ticket',
  raised: (name: string, company: string) => `Nuovo ticket da ${name}, ${company}`,
  replied: (name: string) => `${name} ha risposto`,
  repliedYou: (name: string) => `${name} ti ha risposto`,
  copied: (name: string) => `${name} ti ha messo in copia`,
  reopened: (name: string) => `${name} ha risposto e riaperto il ticket`,
  closed: 'Il ticket è stato chiuso',
  closedBy: (name: string) => `${name} ha chiuso il ticket`,
  reopens: 'Se il problema si ripresenta, rispondi nel portale: il ticket si riapre.',
  company: 'Azienda',
  type: 'Tipo',
  inCopy: 'In copia',
  files: 'Allegati',
  filesTooLarge: 'Gli allegati sono troppo grandi per una mail: si trovano nel portale.',
  open: 'Apri il ticket',
  somebody: 'Un cliente',
  team: 'L’assistenza',
  stop: 'Non ricevere più queste mail',
  why: {
    ticketCreated: 'Ricevi una copia dei ticket che apri.',
    ticketReply: 'Ricevi le risposte ai tuoi ticket.',
    ticketClosed: 'Ricevi un avviso quando un tuo ticket viene chiuso.',
    ticketCopy: 'Qualcuno ti ha messo in copia in questa conversazione.',
  } satisfies Record<NotificationKind, string>,
}

const en: typeof it = {
  received: 'We have received your ticket',
  raised: (name, company) => `New ticket from ${name}, ${company}`,
  replied: name => `${name} has answered`,
  repliedYou: name => `${name} has answered you`,
  copied: name => `${name} has put you in copy`,
  reopened: name => `${name} has answered and reopened the ticket`,
  closed: 'The ticket has been closed',
  closedBy: name => `${name} has closed the ticket`,
  reopens: 'If the problem comes back, answer in the portal: the ticket opens again.',
  company: 'Company',
  type: 'Type',
  inCopy: 'In copy',
  files: 'Attachments',
  filesTooLarge: 'The attachments are too large for a mail: they are in the portal.',
  open: 'Open the ticket',
  somebody: 'A customer',
  team: 'The help desk',
  stop: 'Stop these mails',
  why: {
    ticketCreated: 'You get a copy of the tickets that you raise.',
    ticketReply: 'You get the answers to your tickets.',
    ticketClosed: 'You are told when a ticket of yours is closed.',
    ticketCopy: 'Somebody has put you in copy in this conversation.',
  },
}

const es: typeof it = {
  received: 'Hemos recibido tu ticket',
  raised: (name, company) => `Nuevo ticket de ${name}, ${company}`,
  replied: name => `${name} ha respondido`,
  repliedYou: name => `${name} te ha respondido`,
  copied: name => `${name} te ha puesto en copia`,
  reopened: name => `${name} ha respondido y ha reabierto el ticket`,
  closed: 'El ticket se ha cerrado',
  closedBy: name => `${name} ha cerrado el ticket`,
  reopens: 'Si el problema vuelve, responde en el portal: el ticket se reabre.',
  company: 'Empresa',
  type: 'Tipo',
  inCopy: 'En copia',
  files: 'Archivos adjuntos',
  filesTooLarge: 'Los archivos son demasiado grandes para un correo: están en el portal.',
  open: 'Abrir el ticket',
  somebody: 'Un cliente',
  team: 'El equipo de soporte',
  stop: 'Dejar de recibir estos correos',
  why: {
    ticketCreated: 'Recibes una copia de los tickets que abres.',
    ticketReply: 'Recibes las respuestas a tus tickets.',
    ticketClosed: 'Te avisamos cuando se cierra un ticket tuyo.',
    ticketCopy: 'Alguien te ha puesto en copia en esta conversación.',
  },
}

/** The words of the mails about tickets, in the reader's language. */
export const ticketMailTexts: Record<Language, typeof it> = { 'it-IT': it, 'en-EN': en, 'es-ES': es }
/** See {@link ticketMailTexts}. */
export type TicketMailTexts = typeof it
