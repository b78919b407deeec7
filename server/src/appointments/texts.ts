import type { Language } from '@portico/contract/language'

/** The texts of the mails about appointments in one language. */
export type MailTexts = {
  /** The mail that invites to book. */
  toBook: {
    title: string
    text: (portal: string, service: string) => string
    until: (when: string) => string
    open: string
    note: string
  }
  /** The mail and the text message that ask a visitor to confirm a booking. */
  toConfirm: {
    title: string
    /** `until` is a time of the same day. */
    text: (portal: string, when: string, until: string) => string
    open: string
    note: string
    sms: (portal: string, when: string, link: string) => string
  }
  booked: string
  moved: string
  cancelled: string
  /** The first sentence of a mail; `when` and `before` are day and time. */
  bookedText: (when: string) => string
  movedText: (when: string, before: string) => string
  cancelledText: (when: string) => string
  when: string
  technician: string
  company: string
  address: string
  phone: string
  email: string
  notes: string
  open: string
  change: string
  /** The line above which an answer stands, and that one is read. */
  replyAbove: string
  answer: string
  /** For a technician: where an answer goes. */
  answerIntoTicket: string
  again: string
  staffBooked: string
  staffMoved: (before: string) => string
  staffCancelled: string
  /** For the technician who was replaced by a move. */
  staffReassigned: string
  /** The same where the staff and not the customer did it. */
  byStaff: { moved: (before: string) => string; cancelled: string; reassigned: string; given: string }
  /** What stands before a word of the staff. */
  message: string
  /** The mail where the time stayed and another technician comes. */
  reassigned: string
  reassignedText: (when: string, technician: string) => string
}

/** The mails about appointments in each language. */
export const mailTexts: Record<Language, MailTexts> = {
  'it-IT': {
    toBook: {
      title: 'Fissa un appuntamento',
      text: (portal, service) => `${portal} ti invita a scegliere il giorno e l'ora per «${service}».`,
      until: when => `L'invito vale fino al ${when}.`,
      open: 'Scegli un orario',
      note: 'Il link è personale: non inoltrarlo.',
    },
    toConfirm: {
      title: 'Conferma il tuo appuntamento',
      text: (portal, when, until) =>
        `Con questo indirizzo è stato chiesto a ${portal} un appuntamento per ${when}. L'orario resta riservato fino alle ${until}: confermalo, altrimenti torna libero.`,
      open: "Conferma l'appuntamento",
      note: 'Non lo hai chiesto tu? Ignora questa e-mail: non succede nulla.',
      sms: (portal, when, link) => `${portal}: conferma il tuo appuntamento per ${when} qui: ${link}`,
    },
    booked: 'Appuntamento confermato',
    moved: 'Appuntamento spostato',
    cancelled: 'Appuntamento annullato',
    bookedText: when => `L'appuntamento è fissato per ${when}.`,
    movedText: (when, before) => `Il tuo appuntamento è stato spostato a ${when}. Prima era ${before}.`,
    cancelledText: when => `L'appuntamento di ${when} è stato annullato.`,
    when: 'Quando',
    technician: 'Tecnico',
    company: 'Azienda',
    address: 'Indirizzo',
    phone: 'Telefono',
    email: 'E-mail',
    notes: 'Note',
    open: "Apri l'appuntamento",
    change: "Dalla pagina dell'appuntamento puoi anche spostarlo o annullarlo.",
    replyAbove: '— Rispondi sopra questa riga —',
    answer: 'Hai una domanda? Rispondi a questa e-mail.',
    answerIntoTicket: 'Se rispondi a questa e-mail la risposta entra nel ticket e arriva al cliente.',
    again: 'Scegli un altro orario',
    staffBooked: 'Un cliente ha prenotato un appuntamento.',
    staffMoved: before => `Il cliente ha spostato l'appuntamento. Prima era ${before}.`,
    staffCancelled: "Il cliente ha annullato l'appuntamento.",
    staffReassigned: "Il cliente ha spostato l'appuntamento a un orario in cui viene un altro tecnico.",
    byStaff: {
      moved: before => `L’ufficio ha spostato l’appuntamento. Prima era ${before}.`,
      cancelled: 'L’ufficio ha annullato l’appuntamento.',
      reassigned: 'L’ufficio ha affidato l’appuntamento a un altro tecnico.',
      given: 'L’ufficio ti ha affidato un appuntamento.',
    },
    message: 'Messaggio',
    reassigned: 'Appuntamento aggiornato',
    reassignedText: (when, technician) => `All’appuntamento di ${when} viene ${technician}. L’orario resta lo stesso.`,
  },
  'en-EN': {
    toBook: {
      title: 'Book an appointment',
      text: (portal, service) => `${portal} invites you to choose a day and a time for “${service}”.`,
      until: when => `The invitation is good until ${when}.`,
      open: 'Choose a time',
      note: 'The link is personal: do not forward it.',
    },
    toConfirm: {
      title: 'Confirm your appointment',
      text: (portal, when, until) =>
        `Somebody used this address to ask ${portal} for an appointment on ${when}. The time is held until ${until}: confirm it, or it becomes free again.`,
      open: 'Confirm the appointment',
      note: 'Was it not you? Ignore this e-mail and nothing happens.',
      sms: (portal, when, link) => `${portal}: confirm your appointment on ${when} here: ${link}`,
    },
    booked: 'Appointment Confirmed',
    moved: 'Appointment moved',
    cancelled: 'Appointment cancelled',
    bookedText: when => `Your appointment is on ${when}.`,
    movedText: (when, before) => `Your appointment is now on ${when}. It was on ${before}.`,
    cancelledText: when => `The appointment of ${when} has been cancelled.`,
    when: 'When',
    technician: 'Technician',
    company: 'Company',
    address: 'Address',
    phone: 'Phone',
    email: 'E-mail',
    notes: 'Notes',
    open: 'Open the appointment',
    change: 'You can also move or cancel it on that page.',
    replyAbove: '— Reply above this line —',
    answer: 'A question? Answer this e-mail.',
    answerIntoTicket: 'If you reply to this e-mail the answer enters the ticket and reaches the customer.',
    again: 'Choose another time',
    staffBooked: 'A customer has booked an appointment.',
    staffMoved: before => `The customer has moved the appointment. It was on ${before}.`,
    staffCancelled: 'The customer has cancelled the appointment.',
    staffReassigned: 'The customer has moved the appointment to a time at which another technician comes.',
    byStaff: {
      moved: before => `The office has moved the appointment. It was on ${before}.`,
      cancelled: 'The office has cancelled the appointment.',
      reassigned: 'The office has given the appointment to another technician.',
      given: 'The office has given you an appointment.',
    },
    message: 'Message',
    reassigned: 'Appointment updated',
    reassignedText: (when, technician) => `${technician} will come on ${when}. The time stays the same.`,
  },
  'es-ES': {
    toBook: {
      title: 'Reserva una cita',
      text: (portal, service) => `${portal} te invita a elegir el día y la hora para «${service}».`,
      until: when => `La invitación vale hasta el ${when}.`,
      open: 'Elegir un horario',
      note: 'El enlace es personal: no lo reenvíes.',
    },
    toConfirm: {
      title: 'Confirma tu cita',
      text: (portal, when, until) =>
        `Con esta dirección se ha pedido a ${portal} una cita para el ${when}. La hora queda reservada hasta las ${until}: confírmala o volverá a quedar libre.`,
      open: 'Confirmar la cita',
      note: '¿No has sido tú? Ignora este correo: no pasará nada.',
      sms: (portal, when, link) => `${portal}: confirma tu cita del ${when} aquí: ${link}`,
    },
    booked: 'Cita confirmada',
    moved: 'Cita cambiada',
    cancelled: 'Cita anulada',
    bookedText: when => `Tu cita está fijada para el ${when}.`,
    movedText: (when, before) => `Tu cita es ahora el ${when}. Antes era el ${before}.`,
    cancelledText: when => `La cita del ${when} ha sido anulada.`,
    when: 'Cuándo',
    technician: 'Técnico',
    company: 'Empresa',
    address: 'Dirección',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    notes: 'Notas',
    open: 'Ver la cita',
    change: 'En esa página también puedes cambiarla o anularla.',
    replyAbove: '— Responde por encima de esta línea —',
    answer: '¿Tienes alguna pregunta? Responde a este correo.',
    answerIntoTicket: 'Si respondes a este correo, la respuesta entra en el ticket y le llega al cliente.',
    again: 'Elegir otra hora',
    staffBooked: 'Un cliente ha reservado una cita.',
    staffMoved: before => `El cliente ha cambiado la cita. Antes era el ${before}.`,
    staffCancelled: 'El cliente ha anulado la cita.',
    staffReassigned: 'El cliente ha cambiado la cita a una hora a la que va otro técnico.',
    byStaff: {
      moved: before => `La oficina ha cambiado la cita. Antes era el ${before}.`,
      cancelled: 'La oficina ha anulado la cita.',
      reassigned: 'La oficina ha asignado la cita a otro técnico.',
      given: 'La oficina te ha asignado una cita.',
    },
    message: 'Mensaje',
    reassigned: 'Cita actualizada',
    reassignedText: (when, technician) => `A la cita de ${when} irá ${technician}. La hora no cambia.`,
  },
}
