import type { Language } from '@portico/contract/language'

const it = {
  noSubject: 'Senza oggetto',
  leftOut: (names: string) => `Allegati non acquisiti: ${names}`,
  notInCopy: (names: string) => `Non messi in copia: ${names}`,
  notWhole: {
    tooLarge:
      'Il testo e gli allegati di questa e-mail non sono stati acquisiti: supera i 50 MB. È rimasta nella casella di posta.',
    withheld:
      'Il testo e gli allegati di questa e-mail non sono stati acquisiti: il server di posta non la consegna. È rimasta nella casella di posta.',
  },
  unknownWriter: (address: string) => `Da un indirizzo che non è quello del destinatario: ${address}`,
  automatic: (address: string) => `Risposta automatica di ${address}`,
  copy: (address: string) => `Un’altra copia della stessa e-mail di ${address}, arrivata per un’altra via`,
  bounced: (address: string, reason: string) =>
    `Le e-mail a ${address} tornano indietro${reason ? `: ${reason}` : ''}. Non ne mandiamo altre finché qualcuno non le riattiva.`,
  invitation: {
    ACCEPTED: who => `${who} ha accettato l’invito.`,
    DECLINED: who => `${who} ha rifiutato l’invito.`,
    TENTATIVE: who => `${who} ha risposto «forse» all’invito.`,
    DELEGATED: who => `${who} ha delegato l’invito a un’altra persona.`,
  } as Record<string, (who: string) => string>,
  grant: {
    granted: {
      title: 'Accesso alla casella concesso',
      text: 'Chiudi questa pagina e torna a Portico: la casella si aggiunge da sé.',
    },
    refused: {
      title: 'Accesso alla casella non concesso',
      text: 'Chiudi questa pagina e torna a Portico: lì c’è scritto perché.',
    },
    unknown: {
      title: 'Richiesta scaduta',
      text: 'Questa richiesta è scaduta o è già stata usata. Torna a Portico e chiedi di nuovo il consenso.',
    },
  },
  question: {
    subject: 'Per quale azienda ci scrivi?',
    title: 'Per quale azienda ci scrivi?',
    text: (subject: string) =>
      `Abbiamo ricevuto la tua e-mail «${subject}», ma il tuo indirizzo è registrato per più aziende. Apri il ticket nel portale dell’azienda giusta, oppure aspetta: l’assistenza la assegna a mano.`,
    open: (company: string) => `Apri un ticket per ${company}`,
  },
  stranger: {
    subject: 'Non conosciamo questo indirizzo',
    title: 'Non conosciamo questo indirizzo',
    text: 'Abbiamo ricevuto la tua e-mail, ma questo indirizzo non è tra quelli dei nostri clienti. L’assistenza la legge e ti risponde. Se hai un altro indirizzo registrato da noi, scrivici da quello.',
  },
}

const en: typeof it = {
  noSubject: 'No subject',
  leftOut: names => `Attachments that were not taken: ${names}`,
  notInCopy: names => `Not put in copy: ${names}`,
  notWhole: {
    tooLarge: 'Text and attachments of this e-mail were not taken: it exceeds 50 MB. It has stayed in the mailbox.',
    withheld:
      'Text and attachments of this e-mail were not taken: the mail server does not hand it over. It has stayed in the mailbox.',
  },
  unknownWriter: address => `From an address that is not the reader’s: ${address}`,
  automatic: address => `Automatic reply of ${address}`,
  copy: address => `Another copy of the same e-mail of ${address}, which came by another way`,
  bounced: (address, reason) =>
    `E-mails to ${address} come back${reason ? `: ${reason}` : ''}. We send no more until somebody turns them on again.`,
  invitation: {
    ACCEPTED: who => `${who} has accepted the invitation.`,
    DECLINED: who => `${who} has declined the invitation.`,
    TENTATIVE: who => `${who} has answered the invitation with “maybe”.`,
    DELEGATED: who => `${who} has delegated the invitation to somebody else.`,
  },
  grant: {
    granted: {
      title: 'Access to the mailbox granted',
      text: 'Close this page and go back to Portico: the mailbox adds itself.',
    },
    refused: {
      title: 'Access to the mailbox not granted',
      text: 'Close this page and go back to Portico, which says why.',
    },
    unknown: {
      title: 'Request expired',
      text: 'This request has expired or was used before. Go back to Portico and ask for the consent again.',
    },
  },
  question: {
    subject: 'Which company are you writing for?',
    title: 'Which company are you writing for?',
    text: subject =>
      `We have received your e-mail “${subject}”, but your address is registered for several companies. Raise the ticket in the portal of the right one, or wait: the help desk assigns it by hand.`,
    open: company => `Raise a ticket for ${company}`,
  },
  stranger: {
    subject: 'We do not know this address',
    title: 'We do not know this address',
    text: 'We have received your e-mail, but this address is not one of our customers’. The help desk reads it and answers you. If you have another address that we know, write from that one.',
  },
}

const es: typeof it = {
  noSubject: 'Sin asunto',
  leftOut: names => `Archivos no admitidos: ${names}`,
  notInCopy: names => `No puestos en copia: ${names}`,
  notWhole: {
    tooLarge: 'El texto y los archivos de este correo no se han recibido: supera los 50 MB. Sigue en el buzón.',
    withheld:
      'El texto y los archivos de este correo no se han recibido: el servidor de correo no lo entrega. Sigue en el buzón.',
  },
  unknownWriter: address => `De una dirección que no es la del destinatario: ${address}`,
  automatic: address => `Respuesta automática de ${address}`,
  copy: address => `Otra copia del mismo correo de ${address}, llegada por otra vía`,
  bounced: (address, reason) =>
    `Los correos a ${address} vuelven${reason ? `: ${reason}` : ''}. No enviamos más hasta que alguien los reactive.`,
  invitation: {
    ACCEPTED: who => `${who} ha aceptado la invitación.`,
    DECLINED: who => `${who} ha rechazado la invitación.`,
    TENTATIVE: who => `${who} ha respondido «quizás» a la invitación.`,
    DELEGATED: who => `${who} ha delegado la invitación en otra persona.`,
  },
  grant: {
    granted: {
      title: 'Acceso al buzón concedido',
      text: 'Cierra esta página y vuelve a Portico: el buzón se añade solo.',
    },
    refused: {
      title: 'Acceso al buzón no concedido',
      text: 'Cierra esta página y vuelve a Portico: allí se explica por qué.',
    },
    unknown: {
      title: 'Solicitud caducada',
      text: 'Esta solicitud ha caducado o ya se ha usado. Vuelve a Portico y pide de nuevo el consentimiento.',
    },
  },
  question: {
    subject: '¿Para qué empresa nos escribes?',
    title: '¿Para qué empresa nos escribes?',
    text: subject =>
      `Hemos recibido tu correo «${subject}», pero tu dirección está registrada en varias empresas. Abre el ticket en el portal de la empresa correcta o espera: el equipo de soporte lo asigna a mano.`,
    open: company => `Abrir un ticket para ${company}`,
  },
  stranger: {
    subject: 'No conocemos esta dirección',
    title: 'No conocemos esta dirección',
    text: 'Hemos recibido tu correo, pero esta dirección no es de nuestros clientes. El equipo de soporte lo lee y te responde. Si tienes otra dirección registrada con nosotros, escríbenos desde ella.',
  },
}

/** See {@link inboundTexts}. */
export type InboundTexts = typeof it

/** Texts of what mail in writes by itself, by the reader's language; notes for the staff are in that of the company. */
export const inboundTexts: Record<Language, InboundTexts> = { 'it-IT': it, 'en-EN': en, 'es-ES': es }
