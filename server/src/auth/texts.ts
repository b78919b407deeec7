import type { Language } from '@portico/contract/language'

type KindTexts = {
  subject: (portal: string) => string
  title: string
  text: (userName: string, portal: string) => string
  /** What to do if the user did not expect this. */
  unexpected: string
}

/** The texts of security notices in one language. */
export type NoticeTexts = {
  when: string
  address: string
  device: string
  unknownDevice: string
  notMe: string
  /** The button of a mail about a sign-in. */
  notMySignIn: string
  always: string
  kinds: Record<
    | 'passwordChanged'
    | 'passwordReset'
    | 'passwordSet'
    | 'addressChanged'
    | 'newPlace'
    | 'secondFactorAdded'
    | 'secondFactorRemoved'
    | 'secondFactorTaken'
    | 'recoveryCodeUsed'
    | 'recoveryCodesRenewed'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'passkeyCopied'
    | 'passkeysTaken',
    KindTexts
  >
}

/** The security notices in each language. */
export const noticeTexts: Record<Language, NoticeTexts> = {
  'it-IT': {
    when: 'Quando',
    address: 'Indirizzo di rete',
    device: 'Dispositivo',
    unknownDevice: 'Sconosciuto',
    notMe: 'Scegli una nuova password',
    notMySignIn: 'Non ero io',
    always: 'Questa e-mail riguarda la sicurezza del tuo account: arriva qualunque e-mail tu abbia scelto di ricevere.',
    kinds: {
      passwordChanged: {
        subject: portal => `${portal}: la tua password è cambiata`,
        title: 'La tua password è cambiata',
        text: (userName, portal) =>
          `La password di ${userName} nel portale ${portal} è stata cambiata dalla pagina dell’account. Le altre sessioni sono terminate.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password: chi è entrato perde l’accesso.',
      },
      passwordReset: {
        subject: portal => `${portal}: la tua password è cambiata`,
        title: 'La tua password è cambiata',
        text: (userName, portal) =>
          `Per ${userName} è stata scelta una nuova password del portale ${portal}, con un link mandato a questo indirizzo. Le sessioni di prima sono terminate.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, qualcuno legge la tua posta: cambia la password della posta, poi quella del portale.',
      },
      passwordSet: {
        subject: portal => `${portal}: la tua password è cambiata`,
        title: 'La tua password è cambiata',
        text: (userName, portal) =>
          `Chi gestisce il portale ${portal} ha impostato una nuova password per ${userName}. Le sessioni di prima sono terminate.`,
        unexpected: 'Se non te l’aspettavi, contatta l’assistenza. Puoi sempre sceglierne una tu.',
      },
      addressChanged: {
        subject: portal => `${portal}: il tuo indirizzo e-mail è cambiato`,
        title: 'Il tuo indirizzo e-mail è cambiato',
        text: (userName, portal) =>
          `Chi gestisce il portale ${portal} ha cambiato l’indirizzo e-mail di ${userName}. Da ora le e-mail arrivano al nuovo indirizzo, non più a questo.`,
        unexpected: 'Se l’hai chiesto tu, non serve altro. Se non te l’aspettavi, contatta subito l’assistenza.',
      },
      newPlace: {
        subject: portal => `${portal}: nuovo accesso al tuo account`,
        title: 'Nuovo accesso al tuo account',
        text: (userName, portal) =>
          `Qualcuno è entrato nel portale ${portal} come ${userName} da un indirizzo o con un dispositivo mai usato prima.`,
        unexpected:
          'Se eri tu, non serve altro. Se non eri tu, premi il pulsante: chi è entrato perde l’accesso, e poi scegli una nuova password.',
      },
      secondFactorAdded: {
        subject: portal => `${portal}: verifica in due passaggi attivata`,
        title: 'Verifica in due passaggi attivata',
        text: (userName, portal) =>
          `Da ora per entrare nel portale ${portal} come ${userName} serve, oltre alla password, un codice dell’app di autenticazione. Le altre sessioni sono terminate.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      secondFactorRemoved: {
        subject: portal => `${portal}: verifica in due passaggi disattivata`,
        title: 'Verifica in due passaggi disattivata',
        text: (userName, portal) => `Da ora per entrare nel portale ${portal} come ${userName} basta la password.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      secondFactorTaken: {
        subject: portal => `${portal}: verifica in due passaggi rimossa`,
        title: 'Verifica in due passaggi rimossa',
        text: (userName, portal) =>
          `L’assistenza ha rimosso la verifica in due passaggi dall’utente ${userName} del portale ${portal}, come richiesto. Per entrare basta ora la password; puoi riattivarla dal tuo account.`,
        unexpected: 'Se non l’hai chiesto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      recoveryCodeUsed: {
        subject: portal => `${portal}: accesso con un codice di recupero`,
        title: 'Accesso con un codice di recupero',
        text: (userName, portal) =>
          `Qualcuno è entrato nel portale ${portal} come ${userName} con uno dei codici di recupero. Quel codice non vale più.`,
        unexpected:
          'Se eri tu, non serve altro. Se non eri tu, qualcuno ha la password e i codici: scegli subito una nuova password, poi disattiva e riattiva la verifica in due passaggi.',
      },
      recoveryCodesRenewed: {
        subject: portal => `${portal}: nuovi codici di recupero`,
        title: 'Nuovi codici di recupero',
        text: (userName, portal) =>
          `Per ${userName} sono stati creati nuovi codici di recupero del portale ${portal}. Quelli di prima non valgono più.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      passkeyAdded: {
        subject: portal => `${portal}: nuova passkey`,
        title: 'Nuova passkey',
        text: (userName, portal) =>
          `All’account di ${userName} nel portale ${portal} è stata aggiunta una passkey: chi ha quel dispositivo entra senza password.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, entra, togli quella passkey dalla pagina dell’account e scegli subito una nuova password.',
      },
      passkeyRemoved: {
        subject: portal => `${portal}: passkey tolta`,
        title: 'Passkey tolta',
        text: (userName, portal) =>
          `Dall’account di ${userName} nel portale ${portal} è stata tolta una passkey: con quella non si entra più.`,
        unexpected:
          'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      passkeysTaken: {
        subject: portal => `${portal}: passkey tolte`,
        title: 'Passkey tolte dall’assistenza',
        text: (userName, portal) =>
          `L’assistenza ha tolto passkey dall’utente ${userName} del portale ${portal}, come richiesto. Con quelle non si entra più; puoi aggiungerne dal tuo account.`,
        unexpected: 'Se non l’hai chiesto tu, scegli subito una nuova password e contatta l’assistenza.',
      },
      passkeyCopied: {
        subject: portal => `${portal}: accesso rifiutato, passkey forse copiata`,
        title: 'Accesso rifiutato: passkey forse copiata',
        text: (userName, portal) =>
          `Qualcuno ha provato a entrare nel portale ${portal} come ${userName} con una passkey che risulta usata altrove: forse ne esiste una copia. L’accesso è stato rifiutato.`,
        unexpected:
          'Togli quella passkey dalla pagina dell’account e creane una nuova. Se non eri tu, contatta l’assistenza.',
      },
    },
  },
  'en-EN': {
    when: 'When',
    address: 'Network address',
    device: 'Device',
    unknownDevice: 'Unknown',
    notMe: 'Choose a new password',
    notMySignIn: 'It was not me',
    always: 'This message is about the security of your account: you get it whatever messages you have chosen.',
    kinds: {
      passwordChanged: {
        subject: portal => `${portal}: your password has changed`,
        title: 'Your password has changed',
        text: (userName, portal) =>
          `The password of ${userName} in the portal ${portal} was changed on the account page. The other sessions have ended.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now: whoever got in loses access.',
      },
      passwordReset: {
        subject: portal => `${portal}: your password has changed`,
        title: 'Your password has changed',
        text: (userName, portal) =>
          `A new password for ${userName} in the portal ${portal} was chosen by a link sent to this address. Earlier sessions have ended.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, somebody reads your e-mail: change the password of your mailbox first, then the one of the portal.',
      },
      passwordSet: {
        subject: portal => `${portal}: your password has changed`,
        title: 'Your password has changed',
        text: (userName, portal) =>
          `The company that runs the portal ${portal} has set a new password for ${userName}. Earlier sessions have ended.`,
        unexpected: 'If you did not expect it, contact support. You can always choose one yourself.',
      },
      addressChanged: {
        subject: portal => `${portal}: your e-mail address has changed`,
        title: 'Your e-mail address has changed',
        text: (userName, portal) =>
          `The company that runs the portal ${portal} has changed the e-mail address of ${userName}. From now on messages go to the new address, no longer to this one.`,
        unexpected: 'If you asked for it, there is nothing to do. If you did not expect it, contact support now.',
      },
      newPlace: {
        subject: portal => `${portal}: new login to your account`,
        title: 'New login to your account',
        text: (userName, portal) =>
          `Somebody logged in to the portal ${portal} as ${userName} from an address or on a device that was never used before.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, press the button: whoever got in loses access, and then you choose a new password.',
      },
      secondFactorAdded: {
        subject: portal => `${portal}: two-step verification is on`,
        title: 'Two-step verification is on',
        text: (userName, portal) =>
          `From now on a code of the authenticator app is needed besides the password to log in to the portal ${portal} as ${userName}. The other sessions have ended.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
      },
      secondFactorRemoved: {
        subject: portal => `${portal}: two-step verification is off`,
        title: 'Two-step verification is off',
        text: (userName, portal) =>
          `From now on the password is enough to log in to the portal ${portal} as ${userName}.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
      },
      secondFactorTaken: {
        subject: portal => `${portal}: two-step verification was removed`,
        title: 'Two-step verification was removed',
        text: (userName, portal) =>
          `Support has removed the two-step verification of ${userName} in the portal ${portal}, as was asked. The password is enough to log in now; you can turn it on again in your account.`,
        unexpected: 'If you did not ask for it, choose a new password now and contact support.',
      },
      recoveryCodeUsed: {
        subject: portal => `${portal}: login with a recovery code`,
        title: 'Login with a recovery code',
        text: (userName, portal) =>
          `Somebody logged in to the portal ${portal} as ${userName} with one of the recovery codes. That code no longer works.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, somebody has the password and the codes: choose a new password now, then turn two-step verification off and on again.',
      },
      recoveryCodesRenewed: {
        subject: portal => `${portal}: new recovery codes`,
        title: 'New recovery codes',
        text: (userName, portal) =>
          `New recovery codes were made for ${userName} in the portal ${portal}. Those of before have ended.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
      },
      passkeyAdded: {
        subject: portal => `${portal}: new passkey`,
        title: 'New passkey',
        text: (userName, portal) =>
          `A passkey was added to the account of ${userName} in the portal ${portal}: whoever has that device logs in without a password.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, log in, remove that passkey on the account page, and choose a new password now.',
      },
      passkeyRemoved: {
        subject: portal => `${portal}: passkey removed`,
        title: 'Passkey removed',
        text: (userName, portal) =>
          `A passkey was removed from the account of ${userName} in the portal ${portal}: it no longer logs in.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
      },
      passkeysTaken: {
        subject: portal => `${portal}: passkeys removed`,
        title: 'Passkeys removed by support',
        text: (userName, portal) =>
          `Support has removed passkeys of the user ${userName} of the portal ${portal}, as requested. They no longer sign in; you can add others in your account.`,
        unexpected: 'If you did not ask for it, choose a new password now and contact support.',
      },
      passkeyCopied: {
        subject: portal => `${portal}: login refused, passkey may be copied`,
        title: 'Login refused: passkey may be copied',
        text: (userName, portal) =>
          `Somebody tried to log in to the portal ${portal} as ${userName} with a passkey that has been used elsewhere: there may be a copy of it. The login was refused.`,
        unexpected: 'Remove that passkey on the account page and create a new one. If it was not you, contact support.',
      },
    },
  },
  'es-ES': {
    when: 'Cuándo',
    address: 'Dirección de red',
    device: 'Dispositivo',
    unknownDevice: 'Desconocido',
    notMe: 'Elegir una nueva contraseña',
    notMySignIn: 'No he sido yo',
    always:
      'Este mensaje es sobre la seguridad de tu cuenta: lo recibes sean cuales sean los mensajes que hayas elegido.',
    kinds: {
      passwordChanged: {
        subject: portal => `${portal}: tu contraseña ha cambiado`,
        title: 'Tu contraseña ha cambiado',
        text: (userName, portal) =>
          `La contraseña de ${userName} en el portal ${portal} se ha cambiado desde la página de la cuenta. Las demás sesiones se han cerrado.`,
        unexpected:
          'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña: quien haya entrado perderá el acceso.',
      },
      passwordReset: {
        subject: portal => `${portal}: tu contraseña ha cambiado`,
        title: 'Tu contraseña ha cambiado',
        text: (userName, portal) =>
          `Se ha elegido una nueva contraseña para ${userName} en el portal ${portal}, con un enlace enviado a esta dirección. Las sesiones anteriores se han cerrado.`,
        unexpected:
          'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, alguien lee tu correo: cambia primero la contraseña del correo y después la del portal.',
      },
      passwordSet: {
        subject: portal => `${portal}: tu contraseña ha cambiado`,
        title: 'Tu contraseña ha cambiado',
        text: (userName, portal) =>
          `La empresa que gestiona el portal ${portal} ha establecido una nueva contraseña para ${userName}. Las sesiones anteriores se han cerrado.`,
        unexpected: 'Si no lo esperabas, contacta con el soporte. Siempre puedes elegir una tú.',
      },
      addressChanged: {
        subject: portal => `${portal}: tu dirección de correo ha cambiado`,
        title: 'Tu dirección de correo ha cambiado',
        text: (userName, portal) =>
          `La empresa que gestiona el portal ${portal} ha cambiado la dirección de correo de ${userName}. Desde ahora los mensajes llegan a la nueva dirección y ya no a esta.`,
        unexpected: 'Si lo has pedido tú, no tienes que hacer nada. Si no lo esperabas, contacta ahora con el soporte.',
      },
      newPlace: {
        subject: portal => `${portal}: nuevo inicio de sesión en tu cuenta`,
        title: 'Nuevo inicio de sesión en tu cuenta',
        text: (userName, portal) =>
          `Alguien ha entrado en el portal ${portal} como ${userName} desde una dirección o con un dispositivo que nunca se habían usado.`,
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, pulsa el botón: quien haya entrado perderá el acceso, y después elige una nueva contraseña.',
      },
      secondFactorAdded: {
        subject: portal => `${portal}: verificación en dos pasos activada`,
        title: 'Verificación en dos pasos activada',
        text: (userName, portal) =>
          `A partir de ahora, para entrar en el portal ${portal} como ${userName} hace falta, además de la contraseña, un código de la aplicación de autenticación. Las demás sesiones se han cerrado.`,
        unexpected:
          'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      secondFactorRemoved: {
        subject: portal => `${portal}: verificación en dos pasos desactivada`,
        title: 'Verificación en dos pasos desactivada',
        text: (userName, portal) =>
          `A partir de ahora basta la contraseña para entrar en el portal ${portal} como ${userName}.`,
        unexpected:
          'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      secondFactorTaken: {
        subject: portal => `${portal}: verificación en dos pasos retirada`,
        title: 'Verificación en dos pasos retirada',
        text: (userName, portal) =>
          `El soporte ha retirado la verificación en dos pasos del usuario ${userName} del portal ${portal}, como se pidió. Ahora basta la contraseña para entrar; puedes volver a activarla en tu cuenta.`,
        unexpected: 'Si no lo has pedido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      recoveryCodeUsed: {
        subject: portal => `${portal}: acceso con un código de recuperación`,
        title: 'Acceso con un código de recuperación',
        text: (userName, portal) =>
          `Alguien ha entrado en el portal ${portal} como ${userName} con uno de los códigos de recuperación. Ese código ya no vale.`,
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, alguien tiene la contraseña y los códigos: elige ahora una nueva contraseña y después desactiva y vuelve a activar la verificación en dos pasos.',
      },
      recoveryCodesRenewed: {
        subject: portal => `${portal}: nuevos códigos de recuperación`,
        title: 'Nuevos códigos de recuperación',
        text: (userName, portal) =>
          `Se han creado nuevos códigos de recuperación de ${userName} para el portal ${portal}. Los anteriores ya no valen.`,
        unexpected:
          'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      passkeyAdded: {
        subject: portal => `${portal}: nueva llave de acceso`,
        title: 'Nueva llave de acceso',
        text: (userName, portal) =>
          `Se ha añadido una llave de acceso a la cuenta de ${userName} en el portal ${portal}: quien tenga ese dispositivo entra sin contraseña.`,
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, entra, quita esa llave de acceso en la página de la cuenta y elige ahora una nueva contraseña.',
      },
      passkeyRemoved: {
        subject: portal => `${portal}: llave de acceso quitada`,
        title: 'Llave de acceso quitada',
        text: (userName, portal) =>
          `Se ha quitado una llave de acceso de la cuenta de ${userName} en el portal ${portal}: con ella ya no se entra.`,
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      passkeysTaken: {
        subject: portal => `${portal}: llaves de acceso quitadas`,
        title: 'Llaves de acceso quitadas por el soporte',
        text: (userName, portal) =>
          `El soporte ha quitado llaves de acceso del usuario ${userName} del portal ${portal}, como se pidió. Con ellas ya no se entra; puedes añadir otras en tu cuenta.`,
        unexpected: 'Si no lo has pedido tú, elige ahora una nueva contraseña y contacta con el soporte.',
      },
      passkeyCopied: {
        subject: portal => `${portal}: acceso rechazado, posible copia de una llave de acceso`,
        title: 'Acceso rechazado: posible copia de una llave de acceso',
        text: (userName, portal) =>
          `Alguien ha intentado entrar en el portal ${portal} como ${userName} con una llave de acceso que consta como usada en otro sitio: puede que exista una copia. Se ha rechazado el acceso.`,
        unexpected:
          'Quita esa llave de acceso en la página de la cuenta y crea otra. Si no has sido tú, contacta con el soporte.',
      },
    },
  },
}

type Named = { userName: string; referentName: string; companyName: string; webPortalName: string }

/** A mail with a link, in one language: its paragraphs, then the label of the user name where it is told, the button and the small print. */
export type LinkMailTexts = {
  subject: (to: Named) => string
  title: (to: Named) => string
  paragraphs: readonly ((to: Named) => string)[]
  userName?: string
  button: string
  notes: readonly string[]
}

/**
 * The mails with a link in each language: for setting a password again or for the first time, the notice about a further contact, and for
 * signing in.
 */
export const linkMailTexts: Record<
  Language,
  Record<
    | 'recovery'
    | 'invitation'
    | 'invitationWithoutPassword'
    | 'addition'
    | 'additionWithoutPassword'
    | 'signInLink'
    | 'requestedLink',
    LinkMailTexts
  >
> = {
  'it-IT': {
    recovery: {
      subject: ({ webPortalName }) => `Nuova password per ${webPortalName}`,
      title: () => 'Scegli una nuova password',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `È stata chiesta una nuova password per ${userName} nel portale ${webPortalName}.`,
      ],
      button: 'Scegli la password',
      notes: [
        'Il link vale un’ora e si usa una volta sola.',
        'Se non l’hai chiesta tu, ignora questo messaggio: la password resta quella di prima.',
      ],
    },
    invitation: {
      subject: ({ webPortalName }) => `Il tuo accesso al portale ${webPortalName}`,
      title: () => 'Scegli la tua password',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Ciao ${referentName},\nil tuo accesso al portale ${webPortalName} per ${companyName} è pronto.`,
      ],
      userName: 'Nome utente',
      button: 'Scegli la password ed entra',
      notes: ['Il link vale 7 giorni e si usa una volta sola.'],
    },
    invitationWithoutPassword: {
      subject: ({ webPortalName }) => `Il tuo accesso al portale ${webPortalName}`,
      title: () => 'Il tuo accesso è pronto',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Ciao ${referentName},\nil tuo accesso al portale ${webPortalName} per ${companyName} è pronto. Non serve una password: le prossime volte entri con una passkey o con un link che chiedi dalla pagina di accesso.`,
      ],
      userName: 'Nome utente',
      button: 'Entra nel portale',
      notes: ['Il link vale 7 giorni e si usa una volta sola. Non inoltrarlo a nessuno.'],
    },
    addition: {
      subject: ({ companyName, webPortalName }) => `${companyName}: il tuo accesso al portale ${webPortalName}`,
      title: ({ companyName }) => `Ora accedi anche a ${companyName}`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Ciao ${referentName},\n${companyName} ora è tra le tue aziende nel portale ${webPortalName}.`,
        ({ userName }) => `Usa il nome utente ${userName} e la password che hai già.`,
      ],
      button: 'Apri il portale',
      notes: [],
    },
    additionWithoutPassword: {
      subject: ({ companyName, webPortalName }) => `${companyName}: il tuo accesso al portale ${webPortalName}`,
      title: ({ companyName }) => `Ora accedi anche a ${companyName}`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Ciao ${referentName},\n${companyName} ora è tra le tue aziende nel portale ${webPortalName}.`,
        ({ userName }) =>
          `Entra come ${userName} con una passkey, o con un link che chiedi dalla pagina di accesso: questo portale non usa password.`,
      ],
      button: 'Apri il portale',
      notes: [],
    },
    requestedLink: {
      subject: ({ webPortalName }) => `Il tuo link per accedere a ${webPortalName}`,
      title: () => 'Accedi con questo link',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `Con questo link entri nel portale ${webPortalName} come ${userName}, senza password.`,
      ],
      button: 'Accedi',
      notes: [
        'Il link vale dieci minuti e si usa una volta sola. Non inoltrarlo a nessuno.',
        'Se non l’hai chiesto tu, ignora questo messaggio: senza il link nessuno entra.',
      ],
    },
    signInLink: {
      subject: ({ webPortalName }) => `Il tuo link per accedere a ${webPortalName}`,
      title: () => 'Accedi con questo link',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `Per ${userName} ci sono stati troppi tentativi di accesso non riusciti nel portale ${webPortalName}. Per un po’ la password da sola non basta: questo link ti fa entrare subito.`,
      ],
      button: 'Accedi',
      notes: [
        'Il link vale un’ora e si usa una volta sola. Non inoltrarlo a nessuno.',
        'Se non hai provato tu, non serve fare niente: quei tentativi non sono riusciti. Se usi la stessa password anche altrove, cambiala.',
      ],
    },
  },
  'en-EN': {
    recovery: {
      subject: ({ webPortalName }) => `New password for ${webPortalName}`,
      title: () => 'Choose a new password',
      paragraphs: [
        ({ userName, webPortalName }) => `A new password was requested for ${userName} in the portal ${webPortalName}.`,
      ],
      button: 'Choose the password',
      notes: [
        'The link is good for one hour and works once.',
        'If it was not you, ignore this message: your password stays as it is.',
      ],
    },
    invitation: {
      subject: ({ webPortalName }) => `Your access to the portal ${webPortalName}`,
      title: () => 'Choose your password',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hello ${referentName},\nyour access to the portal ${webPortalName} for ${companyName} is ready.`,
      ],
      userName: 'Username',
      button: 'Choose the password and log in',
      notes: ['The link is good for 7 days and works once.'],
    },
    invitationWithoutPassword: {
      subject: ({ webPortalName }) => `Your access to the portal ${webPortalName}`,
      title: () => 'Your access is ready',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hello ${referentName},\nyour access to the portal ${webPortalName} for ${companyName} is ready. You need no password: from now on you log in with a passkey, or with a link that you ask for on the login page.`,
      ],
      userName: 'User name',
      button: 'Enter the portal',
      notes: ['The link is valid for 7 days and can be used once. Do not forward it to anybody.'],
    },
    addition: {
      subject: ({ companyName, webPortalName }) => `${companyName}: your access to the portal ${webPortalName}`,
      title: ({ companyName }) => `You now have access to ${companyName}`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hello ${referentName},\n${companyName} is now among your companies in the portal ${webPortalName}.`,
        ({ userName }) => `Use the username ${userName} and the password that you have.`,
      ],
      button: 'Open the portal',
      notes: [],
    },
    additionWithoutPassword: {
      subject: ({ companyName, webPortalName }) => `${companyName}: your access to the portal ${webPortalName}`,
      title: ({ companyName }) => `You now have access to ${companyName} too`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hello ${referentName},\n${companyName} is now among your companies in the portal ${webPortalName}.`,
        ({ userName }) =>
          `Log in as ${userName} with a passkey, or with a link that you ask for on the login page: this portal has no passwords.`,
      ],
      button: 'Open the portal',
      notes: [],
    },
    requestedLink: {
      subject: ({ webPortalName }) => `Your link to log in to ${webPortalName}`,
      title: () => 'Log in with this link',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `This link logs you in to the portal ${webPortalName} as ${userName}, without a password.`,
      ],
      button: 'Log in',
      notes: [
        'The link is good for ten minutes and works once. Do not forward it.',
        'If you did not ask for it, ignore this message: without the link nobody gets in.',
      ],
    },
    signInLink: {
      subject: ({ webPortalName }) => `Your link to log in to ${webPortalName}`,
      title: () => 'Log in with this link',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `There were too many failed attempts to log in as ${userName} in the portal ${webPortalName}. For a while the password alone is not enough: this link lets you in right away.`,
      ],
      button: 'Log in',
      notes: [
        'The link is good for one hour and works once. Do not forward it.',
        'If it was not you who tried, there is nothing to do: those attempts failed. If you use the same password elsewhere, change it.',
      ],
    },
  },
  'es-ES': {
    recovery: {
      subject: ({ webPortalName }) => `Nueva contraseña para ${webPortalName}`,
      title: () => 'Elige una nueva contraseña',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `Se ha pedido una nueva contraseña para ${userName} en el portal ${webPortalName}.`,
      ],
      button: 'Elegir la contraseña',
      notes: [
        'El enlace es válido durante una hora y se usa una sola vez.',
        'Si no la has pedido tú, ignora este mensaje: tu contraseña sigue siendo la misma.',
      ],
    },
    invitation: {
      subject: ({ webPortalName }) => `Tu acceso al portal ${webPortalName}`,
      title: () => 'Elige tu contraseña',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hola, ${referentName}:\ntu acceso al portal ${webPortalName} para ${companyName} está listo.`,
      ],
      userName: 'Nombre de usuario',
      button: 'Elegir la contraseña y entrar',
      notes: ['El enlace es válido durante 7 días y se usa una sola vez.'],
    },
    invitationWithoutPassword: {
      subject: ({ webPortalName }) => `Tu acceso al portal ${webPortalName}`,
      title: () => 'Tu acceso está listo',
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hola, ${referentName}:\ntu acceso al portal ${webPortalName} para ${companyName} está listo. No necesitas contraseña: las próximas veces entras con una llave de acceso o con un enlace que pides en la página de acceso.`,
      ],
      userName: 'Nombre de usuario',
      button: 'Entrar en el portal',
      notes: ['El enlace vale 7 días y se usa una sola vez. No lo reenvíes a nadie.'],
    },
    addition: {
      subject: ({ companyName, webPortalName }) => `${companyName}: tu acceso al portal ${webPortalName}`,
      title: ({ companyName }) => `Ahora también accedes a ${companyName}`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hola, ${referentName}:\n${companyName} está ahora entre tus empresas en el portal ${webPortalName}.`,
        ({ userName }) => `Usa el nombre de usuario ${userName} y la contraseña que ya tienes.`,
      ],
      button: 'Abrir el portal',
      notes: [],
    },
    additionWithoutPassword: {
      subject: ({ companyName, webPortalName }) => `${companyName}: tu acceso al portal ${webPortalName}`,
      title: ({ companyName }) => `Ahora también accedes a ${companyName}`,
      paragraphs: [
        ({ referentName, companyName, webPortalName }) =>
          `Hola, ${referentName}:\n${companyName} está ahora entre tus empresas en el portal ${webPortalName}.`,
        ({ userName }) =>
          `Entra como ${userName} con una llave de acceso o con un enlace que pides en la página de acceso: este portal no usa contraseñas.`,
      ],
      button: 'Abrir el portal',
      notes: [],
    },
    requestedLink: {
      subject: ({ webPortalName }) => `Tu enlace para entrar en ${webPortalName}`,
      title: () => 'Entra con este enlace',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `Con este enlace entras en el portal ${webPortalName} como ${userName}, sin contraseña.`,
      ],
      button: 'Entrar',
      notes: [
        'El enlace es válido durante diez minutos y se usa una sola vez. No lo reenvíes.',
        'Si no lo has pedido tú, ignora este mensaje: sin el enlace nadie entra.',
      ],
    },
    signInLink: {
      subject: ({ webPortalName }) => `Tu enlace para entrar en ${webPortalName}`,
      title: () => 'Entra con este enlace',
      paragraphs: [
        ({ userName, webPortalName }) =>
          `Ha habido demasiados intentos fallidos de entrar como ${userName} en el portal ${webPortalName}. Durante un rato la contraseña sola no basta: con este enlace entras enseguida.`,
      ],
      button: 'Entrar',
      notes: [
        'El enlace es válido durante una hora y se usa una sola vez. No lo reenvíes.',
        'Si no has sido tú, no tienes que hacer nada: esos intentos han fallado. Si usas la misma contraseña en otro sitio, cámbiala.',
      ],
    },
  },
}
