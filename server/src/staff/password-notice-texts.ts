import type { Language } from '@portico/contract/language'

/** The mail about a changed password of the staff: `changed` on the account page, `reset` by a link. */
export type PasswordNoticeTexts = {
  subject: (company: string) => string
  title: string
  text: Record<'changed' | 'reset', (company: string) => string>
  when: string
  address: string
  device: string
  unknown: string
  open: string
  unexpected: string
}

/** See {@link PasswordNoticeTexts}. */
export const passwordNoticeTexts: Record<Language, PasswordNoticeTexts> = {
  'it-IT': {
    subject: company => `La tua password del banco di ${company} è cambiata`,
    title: 'La tua password è cambiata',
    text: {
      changed: company =>
        `La password con cui entri al banco di ${company} è stata cambiata dalla pagina dell’account. Le altre sessioni sono terminate.`,
      reset: company =>
        `Per il banco di ${company} è stata scelta una nuova password con un link mandato a questo indirizzo. Le sessioni di prima sono terminate.`,
    },
    when: 'Quando',
    address: 'Indirizzo di rete',
    device: 'Dispositivo',
    unknown: 'Sconosciuto',
    open: 'Vai al tuo account',
    unexpected:
      'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, chiedi subito a un amministratore un link per scegliere una nuova password, e controlla la tua posta.',
  },
  'en-EN': {
    subject: company => `Your password for the desk of ${company} has changed`,
    title: 'Your password has changed',
    text: {
      changed: company =>
        `The password with which you sign in to the desk of ${company} was changed on the account page. The other sessions have ended.`,
      reset: company =>
        `A new password for the desk of ${company} was chosen with a link sent to this address. The sessions of before have ended.`,
    },
    when: 'When',
    address: 'Network address',
    device: 'Device',
    unknown: 'Unknown',
    open: 'Go to your account',
    unexpected:
      'If it was you, there is nothing to do. If it was not you, ask an administrator for a link to choose a new password now, and check your mailbox.',
  },
  'es-ES': {
    subject: company => `Tu contraseña del mostrador de ${company} ha cambiado`,
    title: 'Tu contraseña ha cambiado',
    text: {
      changed: company =>
        `La contraseña con la que entras al mostrador de ${company} se ha cambiado desde la página de la cuenta. Las demás sesiones han terminado.`,
      reset: company =>
        `Se ha elegido una nueva contraseña para el mostrador de ${company} con un enlace enviado a esta dirección. Las sesiones anteriores han terminado.`,
    },
    when: 'Cuándo',
    address: 'Dirección de red',
    device: 'Dispositivo',
    unknown: 'Desconocido',
    open: 'Ir a tu cuenta',
    unexpected:
      'Si has sido tú, no hace falta nada más. Si no, pide enseguida a un administrador un enlace para elegir una nueva contraseña y revisa tu correo.',
  },
}
