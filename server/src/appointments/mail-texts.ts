import type { Language } from '@portico/contract/auth'

type MailTexts = {
  booked: string
  cancelled: string
  /** What a mail says first; `when` is day and time. */
  bookedText: (when: string) => string
  cancelledText: (when: string) => string
  when: string
  timeZone: (zone: string) => string
  technician: string
  company: string
  address: string
  phone: string
  email: string
  notes: string
  open: string
  change: string
  again: string
  staffBooked: string
  staffCancelled: string
}

/** The words of the mails about appointments. */
export const mailTexts: Record<Language, MailTexts> = {
  'it-IT': {
    booked: 'Appuntamento confermato',
    cancelled: 'Appuntamento annullato',
    bookedText: when => `Ti aspettiamo ${when}.`,
    cancelledText: when => `L'appuntamento di ${when} è stato annullato.`,
    when: 'Quando',
    timeZone: zone => `Ora di ${zone}`,
    technician: 'Tecnico',
    company: 'Azienda',
    address: 'Indirizzo',
    phone: 'Telefono',
    email: 'E-mail',
    notes: 'Note',
    open: "Apri l'appuntamento",
    change: "Dalla pagina dell'appuntamento puoi anche annullarlo.",
    again: 'Scegli un altro orario',
    staffBooked: 'Un cliente ha prenotato un appuntamento.',
    staffCancelled: "Il cliente ha annullato l'appuntamento.",
  },
  'en-EN': {
    booked: 'Appointment Confirmed',
    cancelled: 'Appointment cancelled',
    bookedText: when => `We look forward to seeing you on ${when}.`,
    cancelledText: when => `The appointment of ${when} has been cancelled.`,
    when: 'When',
    timeZone: zone => `Time in ${zone}`,
    technician: 'Technician',
    company: 'Company',
    address: 'Address',
    phone: 'Phone',
    email: 'E-mail',
    notes: 'Notes',
    open: 'Open the appointment',
    change: 'You can also cancel it on that page.',
    again: 'Choose another time',
    staffBooked: 'A customer has booked an appointment.',
    staffCancelled: 'The customer has cancelled the appointment.',
  },
  'es-ES': {
    booked: 'Cita confirmada',
    cancelled: 'Cita anulada',
    bookedText: when => `Te esperamos el ${when}.`,
    cancelledText: when => `La cita del ${when} ha sido anulada.`,
    when: 'Cuándo',
    timeZone: zone => `Hora de ${zone}`,
    technician: 'Técnico',
    company: 'Empresa',
    address: 'Dirección',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    notes: 'Notas',
    open: 'Ver la cita',
    change: 'En esa página también puedes anularla.',
    again: 'Elegir otra hora',
    staffBooked: 'Un cliente ha reservado una cita.',
    staffCancelled: 'El cliente ha anulado la cita.',
  },
}
