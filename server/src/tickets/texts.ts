import type { Language } from '@portico/contract/language'
import type { NotificationKind } from '@portico/contract/notifications'

/** The kinds of mail about tickets. */
export type TicketMailKind = Exclude<NotificationKind, 'filePublished'>

const it = {
  received: 'Abbiamo ricevuto il tuo ticket',
  raised: (name: string, company: string) => `Nuovo ticket da ${name}, ${company}`,
  assigned: (name: string) => `${name} ti ha assegnato un ticket`,
  assignedByProgram: 'Ti è stato assegnato un ticket',
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
  filesTooLarge: (names: string, count: number) =>
    count === 1
      ? `Troppo grande per un’e-mail: ${names}. Si trova nel portale.`
      : `Troppo grandi per un’e-mail: ${names}. Si trovano nel portale.`,
  filesTooLargeForStaff: (names: string, count: number) =>
    count === 1
      ? `Troppo grande per un’e-mail: ${names}. Si trova nel ticket.`
      : `Troppo grandi per un’e-mail: ${names}. Si trovano nel ticket.`,
  from: 'Da',
  email: 'E-mail',
  phone: 'Telefono',
  answerByMail: (name: string, email: string) =>
    `Se rispondi a questa e-mail scrivi a ${name} (${email}). La risposta arriva al cliente, ma non entra nel ticket.`,
  noAnswerByMail: 'Il cliente non ha un indirizzo e-mail: una risposta a questa e-mail non gli arriva.',
  answerIntoTicket: 'Se rispondi a questa e-mail la risposta entra nel ticket e arriva al cliente.',
  replyAbove: '— Rispondi sopra questa riga —',
  reopensByMail: 'Se il problema si ripresenta, rispondi a questa e-mail o nel portale: il ticket si riapre.',
  earlier: 'Messaggi precedenti:',
  earlierLeftOut: 'I messaggi più vecchi non sono riportati.',
  open: 'Apri il ticket',
  solved: 'Problema risolto?',
  close: 'Chiudi il ticket',
  somebody: 'Un cliente',
  team: 'L’assistenza',
  stop: 'Non ricevere più queste e-mail',
  why: {
    ticketCreated: 'Ricevi una copia dei ticket che apri.',
    ticketReply: 'Ricevi le risposte ai tuoi ticket.',
    ticketClosed: 'Ricevi un avviso quando un tuo ticket viene chiuso.',
    ticketCopy: 'Qualcuno ti ha messo in copia in questa conversazione.',
  } satisfies Record<TicketMailKind, string>,
}

const en: typeof it = {
  received: 'We have received your ticket',
  raised: (name, company) => `New ticket from ${name}, ${company}`,
  assigned: name => `${name} has assigned a ticket to you`,
  assignedByProgram: 'A ticket has been assigned to you',
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
  filesTooLarge: (names, count) =>
    `Too large for an e-mail: ${names}. You find ${count === 1 ? 'it' : 'them'} in the portal.`,
  filesTooLargeForStaff: (names, count) =>
    `Too large for an e-mail: ${names}. You find ${count === 1 ? 'it' : 'them'} in the ticket.`,
  from: 'From',
  email: 'E-mail',
  phone: 'Phone',
  answerByMail: (name, email) =>
    `If you reply to this e-mail you write to ${name} (${email}). The answer reaches the customer, but does not enter the ticket.`,
  noAnswerByMail: 'The customer has no e-mail address: a reply to this e-mail does not reach them.',
  answerIntoTicket: 'If you reply to this e-mail the answer enters the ticket and reaches the customer.',
  replyAbove: '— Reply above this line —',
  reopensByMail: 'If the problem comes back, answer this e-mail or in the portal: the ticket opens again.',
  earlier: 'Earlier messages:',
  earlierLeftOut: 'Older messages are left out.',
  open: 'Open the ticket',
  solved: 'Problem solved?',
  close: 'Close the ticket',
  somebody: 'A customer',
  team: 'The help desk',
  stop: 'Stop these e-mails',
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
  assigned: name => `${name} te ha asignado un ticket`,
  assignedByProgram: 'Se te ha asignado un ticket',
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
  filesTooLarge: (names, count) =>
    count === 1
      ? `Demasiado grande para un correo: ${names}. Está en el portal.`
      : `Demasiado grandes para un correo: ${names}. Están en el portal.`,
  filesTooLargeForStaff: (names, count) =>
    count === 1
      ? `Demasiado grande para un correo: ${names}. Está en el ticket.`
      : `Demasiado grandes para un correo: ${names}. Están en el ticket.`,
  from: 'De',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  answerByMail: (name, email) =>
    `Si respondes a este correo escribes a ${name} (${email}). La respuesta le llega al cliente, pero no entra en el ticket.`,
  noAnswerByMail: 'El cliente no tiene dirección de correo: una respuesta a este correo no le llega.',
  answerIntoTicket: 'Si respondes a este correo, la respuesta entra en el ticket y le llega al cliente.',
  replyAbove: '— Responde por encima de esta línea —',
  reopensByMail: 'Si el problema vuelve, responde a este correo o en el portal: el ticket se reabre.',
  earlier: 'Mensajes anteriores:',
  earlierLeftOut: 'Los mensajes más antiguos no se muestran.',
  open: 'Abrir el ticket',
  solved: '¿Problema resuelto?',
  close: 'Cierra el ticket',
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

/** Texts of the mails about tickets, by the recipient's language. */
export const ticketMailTexts: Record<Language, typeof it> = { 'it-IT': it, 'en-EN': en, 'es-ES': es }
/** See {@link ticketMailTexts}. */
export type TicketMailTexts = typeof it

type Text = string | ((name: string, other: never) => string) | { readonly [key: string]: Text }

const textsIn = (text: Text): string[] => {
  if (typeof text === 'string') return [text]
  return typeof text === 'function' ? [text('', 0 as never)] : Object.values(text).flatMap(textsIn)
}

/** What mails about tickets say around a message, in every language. */
export const textsOfTicketMails: readonly string[] = Object.values(ticketMailTexts).flatMap(textsIn)

/** The message that leads from a merged ticket to the one in which it goes on; `ticket` is that one's number, or a link to it. */
export const mergedTexts: Record<Language, (ticket: string) => string> = {
  'it-IT': ticket => `Questa richiesta prosegue nel ticket ${ticket}.`,
  'en-EN': ticket => `This request goes on in ticket ${ticket}.`,
  'es-ES': ticket => `Esta solicitud continúa en el ticket ${ticket}.`,
}
