import type { Language } from '@portico/contract/language'

/** The texts of the mails about visits in one language. `when` and `before` are day and time. */
export type VisitTexts = {
  planned: string
  moved: string
  changed: string
  cancelled: string
  plannedText: (portal: string, when: string) => string
  movedText: (when: string, before: string) => string
  changedText: (when: string) => string
  cancelledText: (when: string) => string
  /** To an address that the visit is no longer mailed to. */
  droppedText: (when: string) => string
  when: string
  technician: string
  noTechnician: string
  company: string
  address: string
  phone: string
  ticket: string
  notes: string
  open: string
  openTicket: string
  /** The line above which an answer stands, and where it goes. */
  replyAbove: string
  answerIntoTicket: string
  change: string
  staffPlanned: string
  staffMoved: (before: string) => string
  staffChanged: string
  staffCancelled: string
  /** For the technician who no longer makes the visit. */
  staffReassigned: string
}

/** The mails about visits in each language. */
export const visitTexts: Record<Language, VisitTexts> = {
  'it-IT': {
    planned: 'Visita fissata',
    moved: 'Visita spostata',
    changed: 'Visita modificata',
    cancelled: 'Visita annullata',
    plannedText: (portal, when) => `${portal} ha fissato una visita per ${when}.`,
    movedText: (when, before) => `La visita è stata spostata a ${when}. Prima era ${before}.`,
    changedText: when => `Abbiamo aggiornato i dettagli della visita di ${when}.`,
    cancelledText: when => `La visita di ${when} è stata annullata.`,
    droppedText: when => `Gli avvisi sulla visita di ${when} ora arrivano a un’altra persona.`,
    when: 'Quando',
    technician: 'Tecnico',
    noTechnician: 'Da definire',
    company: 'Azienda',
    address: 'Indirizzo',
    phone: 'Telefono',
    ticket: 'Ticket',
    notes: 'Note',
    open: 'Apri la visita',
    openTicket: 'Apri il ticket',
    replyAbove: '— Rispondi sopra questa riga —',
    answerIntoTicket: 'Se rispondi a questa e-mail la risposta entra nel ticket e arriva al cliente.',
    change: "L'orario non va bene? Rispondi a questa e-mail.",
    staffPlanned: 'Hai una nuova visita.',
    staffMoved: before => `La visita è stata spostata. Prima era ${before}.`,
    staffChanged: 'I dettagli della visita sono cambiati.',
    staffCancelled: 'La visita è stata annullata.',
    staffReassigned: 'La visita è passata a un altro tecnico.',
  },
  'en-EN': {
    planned: 'Visit scheduled',
    moved: 'Visit moved',
    changed: 'Visit changed',
    cancelled: 'Visit cancelled',
    plannedText: (portal, when) => `${portal} has scheduled a visit on ${when}.`,
    movedText: (when, before) => `The visit is now on ${when}. It was on ${before}.`,
    changedText: when => `We have updated the details of the visit of ${when}.`,
    cancelledText: when => `The visit of ${when} has been cancelled.`,
    droppedText: when => `E-mails about the visit of ${when} now go to somebody else.`,
    when: 'When',
    technician: 'Technician',
    noTechnician: 'To be decided',
    company: 'Company',
    address: 'Address',
    phone: 'Phone',
    ticket: 'Ticket',
    notes: 'Notes',
    open: 'Open the visit',
    openTicket: 'Open the ticket',
    replyAbove: '— Reply above this line —',
    answerIntoTicket: 'If you reply to this e-mail the answer enters the ticket and reaches the customer.',
    change: 'Does the time not suit you? Reply to this e-mail.',
    staffPlanned: 'You have a new visit.',
    staffMoved: before => `The visit has been moved. It was on ${before}.`,
    staffChanged: 'The details of the visit have changed.',
    staffCancelled: 'The visit has been cancelled.',
    staffReassigned: 'Another technician makes the visit now.',
  },
  'es-ES': {
    planned: 'Visita fijada',
    moved: 'Visita cambiada',
    changed: 'Visita modificada',
    cancelled: 'Visita anulada',
    plannedText: (portal, when) => `${portal} ha fijado una visita para el ${when}.`,
    movedText: (when, before) => `La visita es ahora el ${when}. Antes era el ${before}.`,
    changedText: when => `Hemos actualizado los datos de la visita del ${when}.`,
    cancelledText: when => `La visita del ${when} ha sido anulada.`,
    droppedText: when => `Los avisos sobre la visita del ${when} los recibe ahora otra persona.`,
    when: 'Cuándo',
    technician: 'Técnico',
    noTechnician: 'Por decidir',
    company: 'Empresa',
    address: 'Dirección',
    phone: 'Teléfono',
    ticket: 'Ticket',
    notes: 'Notas',
    open: 'Ver la visita',
    openTicket: 'Abrir el ticket',
    replyAbove: '— Responde por encima de esta línea —',
    answerIntoTicket: 'Si respondes a este correo, la respuesta entra en el ticket y le llega al cliente.',
    change: '¿No te viene bien la hora? Responde a este correo.',
    staffPlanned: 'Tienes una visita nueva.',
    staffMoved: before => `La visita ha cambiado. Antes era el ${before}.`,
    staffChanged: 'Los datos de la visita han cambiado.',
    staffCancelled: 'La visita ha sido anulada.',
    staffReassigned: 'La visita la hace ahora otro técnico.',
  },
}
