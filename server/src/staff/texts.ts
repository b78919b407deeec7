import type { Language } from '@portico/contract/language'

/** The mail that opens the staff room to somebody, in one language. */
export type InvitationTexts = {
  subject: (company: string) => string
  title: string
  /** `by`: who invites. */
  text: (by: string, company: string) => string
  email: string
  choose: string
  once: string
  unexpected: string
}

/** The mail with the link by which an employee chooses a password: `first` for a new account, `again` for one that has a password. */
export const invitationTexts: Record<Language, Record<'first' | 'again', InvitationTexts>> = {
  'it-IT': {
    first: {
      subject: company => `Il tuo accesso al banco di ${company}`,
      title: 'Scegli la tua password',
      text: (by, company) => `${by} ti ha invitato al banco di ${company}: lì si risponde ai clienti.`,
      email: 'Entri con',
      choose: 'Scegli la password ed entra',
      once: 'Il link vale 24 ore e si usa una volta sola.',
      unexpected: 'Se non lavori per questa azienda, ignora questo messaggio.',
    },
    again: {
      subject: company => `Nuova password per il banco di ${company}`,
      title: 'Scegli una nuova password',
      text: (by, company) => `${by} ti manda un link per scegliere una nuova password del banco di ${company}.`,
      email: 'Entri con',
      choose: 'Scegli la password',
      once: 'Il link vale 24 ore e si usa una volta sola.',
      unexpected: 'Se non l’hai chiesto tu, ignora questo messaggio: la password resta quella di prima.',
    },
  },
  'en-EN': {
    first: {
      subject: company => `Your access to the desk of ${company}`,
      title: 'Choose your password',
      text: (by, company) => `${by} has invited you to the desk of ${company}, where customers are answered.`,
      email: 'You sign in with',
      choose: 'Choose the password and sign in',
      once: 'The link is good for 24 hours and works once.',
      unexpected: 'If you do not work for this company, ignore this message.',
    },
    again: {
      subject: company => `New password for the desk of ${company}`,
      title: 'Choose a new password',
      text: (by, company) => `${by} sends you a link to choose a new password for the desk of ${company}.`,
      email: 'You sign in with',
      choose: 'Choose the password',
      once: 'The link is good for 24 hours and works once.',
      unexpected: 'If you did not ask for it, ignore this message: your password stays as it is.',
    },
  },
  'es-ES': {
    first: {
      subject: company => `Tu acceso al mostrador de ${company}`,
      title: 'Elige tu contraseña',
      text: (by, company) => `${by} te ha invitado al mostrador de ${company}, donde se responde a los clientes.`,
      email: 'Entras con',
      choose: 'Elegir la contraseña y entrar',
      once: 'El enlace es válido durante 24 horas y se usa una sola vez.',
      unexpected: 'Si no trabajas para esta empresa, ignora este mensaje.',
    },
    again: {
      subject: company => `Nueva contraseña para el mostrador de ${company}`,
      title: 'Elige una nueva contraseña',
      text: (by, company) => `${by} te envía un enlace para elegir una nueva contraseña del mostrador de ${company}.`,
      email: 'Entras con',
      choose: 'Elegir la contraseña',
      once: 'El enlace es válido durante 24 horas y se usa una sola vez.',
      unexpected: 'Si no lo has pedido, ignora este mensaje: tu contraseña sigue siendo la misma.',
    },
  },
}
