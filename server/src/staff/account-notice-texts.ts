import type { Language } from '@portico/contract/language'

/** What happened to an account that its owner is told: the password, or the second factor. */
export type AccountNoticeKind =
  | 'passwordChanged'
  | 'passwordReset'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorTaken'
  | 'recoveryCodeUsed'

type Kind = { subject: (company: string) => string; title: string; text: (company: string) => string }

/** The mails about changes of a staff account: `factorTaken` where somebody else removed the second factor. */
export type AccountNoticeTexts = {
  kinds: Record<AccountNoticeKind, Kind>
  when: string
  address: string
  device: string
  unknown: string
  open: string
  unexpected: Record<'password' | 'factor', string>
}

/** See {@link AccountNoticeTexts}. */
export const accountNoticeTexts: Record<Language, AccountNoticeTexts> = {
  'it-IT': {
    kinds: {
      passwordChanged: {
        subject: company => `La tua password del banco di ${company} è cambiata`,
        title: 'La tua password è cambiata',
        text: company =>
          `La password con cui entri al banco di ${company} è stata cambiata dalla pagina dell’account. Le altre sessioni sono terminate.`,
      },
      passwordReset: {
        subject: company => `La tua password del banco di ${company} è cambiata`,
        title: 'La tua password è cambiata',
        text: company =>
          `Per il banco di ${company} è stata scelta una nuova password con un link mandato a questo indirizzo. Le sessioni di prima sono terminate.`,
      },
      factorAdded: {
        subject: company => `Codice dal telefono attivato per il banco di ${company}`,
        title: 'Codice dal telefono attivato',
        text: company =>
          `Per entrare al banco di ${company} d’ora in poi serve, oltre alla password, un codice dell’app di autenticazione. Le altre sessioni sono terminate.`,
      },
      factorRemoved: {
        subject: company => `Codice dal telefono disattivato per il banco di ${company}`,
        title: 'Codice dal telefono disattivato',
        text: company =>
          `Il codice dell’app di autenticazione per il banco di ${company} è stato disattivato dalla pagina dell’account. Le altre sessioni sono terminate.`,
      },
      factorTaken: {
        subject: company => `Codice dal telefono rimosso per il banco di ${company}`,
        title: 'Codice dal telefono rimosso',
        text: company =>
          `Un amministratore del banco di ${company} ha rimosso il codice dell’app di autenticazione dal tuo account, perché tu possa attivarlo su un altro telefono. Le tue sessioni sono terminate.`,
      },
      recoveryCodeUsed: {
        subject: company => `Usato un codice di recupero al banco di ${company}`,
        title: 'Usato un codice di recupero',
        text: company =>
          `Qualcuno è entrato al banco di ${company} con la tua password e un codice di recupero, che ora non vale più.`,
      },
    },
    when: 'Quando',
    address: 'Indirizzo di rete',
    device: 'Dispositivo',
    unknown: 'Sconosciuto',
    open: 'Vai al tuo account',
    unexpected: {
      password:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, chiedi subito a un amministratore un link per scegliere una nuova password, e controlla la tua posta.',
      factor:
        'Se te lo aspettavi, non serve altro. Altrimenti avvisa subito un amministratore e chiedigli un link per scegliere una nuova password.',
    },
  },
  'en-EN': {
    kinds: {
      passwordChanged: {
        subject: company => `Your password for the desk of ${company} has changed`,
        title: 'Your password has changed',
        text: company =>
          `The password with which you sign in to the desk of ${company} was changed on the account page. The other sessions have ended.`,
      },
      passwordReset: {
        subject: company => `Your password for the desk of ${company} has changed`,
        title: 'Your password has changed',
        text: company =>
          `A new password for the desk of ${company} was chosen with a link sent to this address. The sessions of before have ended.`,
      },
      factorAdded: {
        subject: company => `Code from your phone turned on for the desk of ${company}`,
        title: 'Code from your phone turned on',
        text: company =>
          `From now on the desk of ${company} asks for a code of your authenticator app besides your password. The other sessions have ended.`,
      },
      factorRemoved: {
        subject: company => `Code from your phone turned off for the desk of ${company}`,
        title: 'Code from your phone turned off',
        text: company =>
          `The code of the authenticator app for the desk of ${company} was turned off on the account page. The other sessions have ended.`,
      },
      factorTaken: {
        subject: company => `Code from your phone removed for the desk of ${company}`,
        title: 'Code from your phone removed',
        text: company =>
          `An administrator of the desk of ${company} has removed the code of the authenticator app from your account, so that you can set it up on another phone. Your sessions have ended.`,
      },
      recoveryCodeUsed: {
        subject: company => `A recovery code was used at the desk of ${company}`,
        title: 'A recovery code was used',
        text: company =>
          `Somebody signed in to the desk of ${company} with your password and a recovery code, which is spent now.`,
      },
    },
    when: 'When',
    address: 'Network address',
    device: 'Device',
    unknown: 'Unknown',
    open: 'Go to your account',
    unexpected: {
      password:
        'If it was you, there is nothing to do. If it was not you, ask an administrator for a link to choose a new password now, and check your mailbox.',
      factor:
        'If you expected it, there is nothing to do. If not, tell an administrator now, and ask for a link to choose a new password.',
    },
  },
  'es-ES': {
    kinds: {
      passwordChanged: {
        subject: company => `Tu contraseña del mostrador de ${company} ha cambiado`,
        title: 'Tu contraseña ha cambiado',
        text: company =>
          `La contraseña con la que entras al mostrador de ${company} se ha cambiado desde la página de la cuenta. Las demás sesiones han terminado.`,
      },
      passwordReset: {
        subject: company => `Tu contraseña del mostrador de ${company} ha cambiado`,
        title: 'Tu contraseña ha cambiado',
        text: company =>
          `Se ha elegido una nueva contraseña para el mostrador de ${company} con un enlace enviado a esta dirección. Las sesiones anteriores han terminado.`,
      },
      factorAdded: {
        subject: company => `Código del teléfono activado para el mostrador de ${company}`,
        title: 'Código del teléfono activado',
        text: company =>
          `A partir de ahora, para entrar al mostrador de ${company} hace falta, además de la contraseña, un código de la aplicación de autenticación. Las demás sesiones han terminado.`,
      },
      factorRemoved: {
        subject: company => `Código del teléfono desactivado para el mostrador de ${company}`,
        title: 'Código del teléfono desactivado',
        text: company =>
          `El código de la aplicación de autenticación del mostrador de ${company} se ha desactivado desde la página de la cuenta. Las demás sesiones han terminado.`,
      },
      factorTaken: {
        subject: company => `Código del teléfono retirado para el mostrador de ${company}`,
        title: 'Código del teléfono retirado',
        text: company =>
          `Un administrador del mostrador de ${company} ha retirado de tu cuenta el código de la aplicación de autenticación, para que puedas activarlo en otro teléfono. Tus sesiones han terminado.`,
      },
      recoveryCodeUsed: {
        subject: company => `Se ha usado un código de recuperación en el mostrador de ${company}`,
        title: 'Se ha usado un código de recuperación',
        text: company =>
          `Alguien ha entrado al mostrador de ${company} con tu contraseña y un código de recuperación, que ya no vale.`,
      },
    },
    when: 'Cuándo',
    address: 'Dirección de red',
    device: 'Dispositivo',
    unknown: 'Desconocido',
    open: 'Ir a tu cuenta',
    unexpected: {
      password:
        'Si has sido tú, no hace falta nada más. Si no, pide enseguida a un administrador un enlace para elegir una nueva contraseña y revisa tu correo.',
      factor:
        'Si lo esperabas, no hace falta nada más. Si no, avisa enseguida a un administrador y pídele un enlace para elegir una nueva contraseña.',
    },
  },
}
