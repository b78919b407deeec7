import type { Language } from '@portico/contract/language'

/** What happened to an account that its owner is told: the password, the second factor, an address, or a sign-in from a new place. */
export type AccountNoticeKind =
  | 'passwordChanged'
  | 'passwordReset'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorTaken'
  | 'wrongCodes'
  | 'recoveryCodeUsed'
  | 'codesRenewed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
  | 'addressChanged'
  | 'noticeAddressChanged'
  | 'newPlace'

type Kind = { subject: (company: string) => string; title: string; text: (company: string) => string }

/**
 * The mails about changes of a staff account: `factorTaken` where somebody else removed the second factor, `addressChanged` about the address
 * that signs in, which goes to the one before, `noticeAddressChanged` about the one that notices about tickets go to.
 */
export type AccountNoticeTexts = {
  kinds: Record<AccountNoticeKind, Kind>
  when: string
  address: string
  device: string
  unknown: string
  open: string
  /** The button of a mail about a sign-in. */
  notMe: string
  unexpected: Record<'password' | 'codes' | 'factor' | 'address' | 'signIn', string>
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
        subject: company => `Verifica in due passaggi rimossa per il banco di ${company}`,
        title: 'Verifica in due passaggi rimossa',
        text: company =>
          `Un amministratore del banco di ${company} ha rimosso dal tuo account la verifica in due passaggi, codice dal telefono e passkey, perché tu possa configurarla di nuovo. Le tue sessioni sono terminate.`,
      },
      wrongCodes: {
        subject: company => `Codici sbagliati per il tuo account del banco di ${company}`,
        title: 'Qualcuno prova dei codici per il tuo account',
        text: company =>
          `Qualcuno ha inserito la tua password del banco di ${company} e poi codici sbagliati. Nessuno è entrato. Se intanto i codici dell’app vengono rifiutati, entri con un codice di recupero o una passkey.`,
      },
      recoveryCodeUsed: {
        subject: company => `Usato un codice di recupero al banco di ${company}`,
        title: 'Usato un codice di recupero',
        text: company =>
          `Qualcuno è entrato al banco di ${company} con la tua password e un codice di recupero, che ora non vale più.`,
      },
      codesRenewed: {
        subject: company => `Nuovi codici di recupero per il banco di ${company}`,
        title: 'Nuovi codici di recupero',
        text: company =>
          `Per il tuo account del banco di ${company} sono stati creati nuovi codici di recupero. Quelli di prima non valgono più.`,
      },
      passkeyAdded: {
        subject: company => `Nuova passkey per il banco di ${company}`,
        title: 'Nuova passkey',
        text: company =>
          `Al tuo account del banco di ${company} è stata aggiunta una passkey: con quel dispositivo si entra senza password e senza codice.`,
      },
      passkeyRemoved: {
        subject: company => `Passkey tolta dal banco di ${company}`,
        title: 'Passkey tolta',
        text: company =>
          `Dal tuo account del banco di ${company} è stata tolta una passkey: con quella non si entra più. Le altre sessioni sono terminate.`,
      },
      passkeyCopied: {
        subject: company => `Accesso rifiutato al banco di ${company}: passkey forse copiata`,
        title: 'Accesso rifiutato: passkey forse copiata',
        text: company =>
          `Qualcuno ha provato a entrare nel tuo account del banco di ${company} con una passkey che risulta usata altrove: forse ne esiste una copia. L’accesso è stato rifiutato. Togli quella passkey dalla pagina dell’account e creane una nuova.`,
      },
      addressChanged: {
        subject: company => `Il tuo indirizzo per il banco di ${company} è cambiato`,
        title: 'Il tuo indirizzo per entrare è cambiato',
        text: company =>
          `Un amministratore del banco di ${company} ha cambiato l’indirizzo e-mail con cui entri. Con questo non si entra più, e le e-mail sull’account arrivano al nuovo.`,
      },
      noticeAddressChanged: {
        subject: company => `Gli avvisi del banco di ${company} arrivano a un altro indirizzo`,
        title: 'L’indirizzo per gli avvisi è cambiato',
        text: company =>
          `Un amministratore del banco di ${company} ha cambiato l’indirizzo e-mail a cui ricevi gli avvisi sui ticket. Per entrare usi sempre lo stesso.`,
      },
      newPlace: {
        subject: company => `Nuovo accesso al banco di ${company}`,
        title: 'Nuovo accesso al tuo account',
        text: company =>
          `Qualcuno è entrato nel tuo account del banco di ${company} da un indirizzo o con un dispositivo mai usato prima.`,
      },
    },
    when: 'Quando',
    address: 'Indirizzo di rete',
    device: 'Dispositivo',
    unknown: 'Sconosciuto',
    open: 'Vai al tuo account',
    notMe: 'Non ero io',
    unexpected: {
      password:
        'Se l’hai fatto tu, non serve altro. Se non l’hai fatto tu, chiedi subito a un amministratore un link per scegliere una nuova password, e controlla la tua posta.',
      codes:
        'Se hai sbagliato tu a scriverli, non serve altro. Se non eri tu, qualcuno conosce la tua password: cambiala subito e avvisa un amministratore.',
      factor:
        'Se te lo aspettavi, non serve altro. Altrimenti avvisa subito un amministratore e chiedigli un link per scegliere una nuova password.',
      address:
        'Se te lo aspettavi, non serve altro. Altrimenti avvisa subito un amministratore, di persona o per telefono.',
      signIn:
        'Se eri tu, non serve altro. Se non eri tu, premi il pulsante: chi è entrato perde l’accesso. Poi cambia la password e avvisa un amministratore.',
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
          `A new password for the desk of ${company} was chosen with a link sent to this address. Earlier sessions have ended.`,
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
        subject: company => `Two-step verification removed for the desk of ${company}`,
        title: 'Two-step verification removed',
        text: company =>
          `An administrator of the desk of ${company} has removed two-step verification from your account, code and passkeys, so that you can set it up again. Your sessions have ended.`,
      },
      wrongCodes: {
        subject: company => `Wrong codes for your account at the desk of ${company}`,
        title: 'Somebody tries codes for your account',
        text: company =>
          `Somebody has given your password for the desk of ${company} and then wrong codes. Nobody has got in. If codes of the app are refused meanwhile, a recovery code or a passkey gets you in.`,
      },
      recoveryCodeUsed: {
        subject: company => `A recovery code was used at the desk of ${company}`,
        title: 'A recovery code was used',
        text: company =>
          `Somebody signed in to the desk of ${company} with your password and a recovery code, which is spent now.`,
      },
      codesRenewed: {
        subject: company => `New recovery codes for the desk of ${company}`,
        title: 'New recovery codes',
        text: company =>
          `New recovery codes were made for your account of the desk of ${company}. The earlier ones no longer work.`,
      },
      passkeyAdded: {
        subject: company => `New passkey for the desk of ${company}`,
        title: 'New passkey',
        text: company =>
          `A passkey was added to your account of the desk of ${company}: that device signs in without password and code.`,
      },
      passkeyRemoved: {
        subject: company => `Passkey removed from the desk of ${company}`,
        title: 'Passkey removed',
        text: company =>
          `A passkey was removed from your account of the desk of ${company}, and no longer signs in. The other sessions have ended.`,
      },
      passkeyCopied: {
        subject: company => `Sign-in refused at the desk of ${company}: a passkey may be copied`,
        title: 'Sign-in refused: a passkey may be copied',
        text: company =>
          `Somebody tried to sign in to your account of the desk of ${company} with a passkey that was used elsewhere: there may be a copy of it. The sign-in was refused. Remove that passkey on the account page and make a new one.`,
      },
      addressChanged: {
        subject: company => `Your address for the desk of ${company} has changed`,
        title: 'Your sign-in address has changed',
        text: company =>
          `An administrator of the desk of ${company} has changed the e-mail address with which you sign in. This one no longer signs in, and mails about the account go to the new one.`,
      },
      noticeAddressChanged: {
        subject: company => `Notices of the desk of ${company} go to another address`,
        title: 'Your address for notices has changed',
        text: company =>
          `An administrator of the desk of ${company} has changed the e-mail address to which you get notices about tickets. You sign in with the same address as before.`,
      },
      newPlace: {
        subject: company => `New sign-in to the desk of ${company}`,
        title: 'New sign-in to your account',
        text: company =>
          `Somebody signed in to your account of the desk of ${company} from an address or with a device that was never used before.`,
      },
    },
    when: 'When',
    address: 'Network address',
    device: 'Device',
    unknown: 'Unknown',
    open: 'Go to your account',
    notMe: 'It was not me',
    unexpected: {
      password:
        'If it was you, there is nothing to do. If it was not you, ask an administrator for a link to choose a new password now, and check your mailbox.',
      codes:
        'If you mistyped them, there is nothing to do. If it was not you, somebody knows your password: change it now, and tell an administrator.',
      factor:
        'If you expected it, there is nothing to do. If not, tell an administrator now, and ask for a link to choose a new password.',
      address:
        'If you expected it, there is nothing to do. If not, tell an administrator now, in person or by telephone.',
      signIn:
        'If it was you, there is nothing to do. If it was not you, press the button: whoever signed in is out. Then change your password, and tell an administrator.',
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
        subject: company => `Verificación en dos pasos retirada para el mostrador de ${company}`,
        title: 'Verificación en dos pasos retirada',
        text: company =>
          `Un administrador del mostrador de ${company} ha retirado de tu cuenta la verificación en dos pasos, código y llaves de acceso, para que puedas configurarla de nuevo. Tus sesiones han terminado.`,
      },
      wrongCodes: {
        subject: company => `Códigos incorrectos para tu cuenta del mostrador de ${company}`,
        title: 'Alguien prueba códigos para tu cuenta',
        text: company =>
          `Alguien ha introducido tu contraseña del mostrador de ${company} y después códigos incorrectos. Nadie ha entrado. Si mientras tanto se rechazan los códigos de la aplicación, puedes entrar con un código de recuperación o una llave de acceso.`,
      },
      recoveryCodeUsed: {
        subject: company => `Se ha usado un código de recuperación en el mostrador de ${company}`,
        title: 'Se ha usado un código de recuperación',
        text: company =>
          `Alguien ha entrado al mostrador de ${company} con tu contraseña y un código de recuperación, que ya no vale.`,
      },
      codesRenewed: {
        subject: company => `Nuevos códigos de recuperación para el mostrador de ${company}`,
        title: 'Nuevos códigos de recuperación',
        text: company =>
          `Se han creado nuevos códigos de recuperación para tu cuenta del mostrador de ${company}. Los anteriores ya no valen.`,
      },
      passkeyAdded: {
        subject: company => `Nueva llave de acceso para el mostrador de ${company}`,
        title: 'Nueva llave de acceso',
        text: company =>
          `Se ha añadido una llave de acceso a tu cuenta del mostrador de ${company}: con ese dispositivo se entra sin contraseña y sin código.`,
      },
      passkeyRemoved: {
        subject: company => `Llave de acceso quitada del mostrador de ${company}`,
        title: 'Llave de acceso quitada',
        text: company =>
          `Se ha quitado una llave de acceso de tu cuenta del mostrador de ${company}: con ella ya no se entra. Las demás sesiones han terminado.`,
      },
      passkeyCopied: {
        subject: company => `Acceso rechazado al mostrador de ${company}: posible copia de una llave de acceso`,
        title: 'Acceso rechazado: posible copia de una llave de acceso',
        text: company =>
          `Alguien ha intentado entrar en tu cuenta del mostrador de ${company} con una llave de acceso que se ha usado en otro lugar: puede que exista una copia. El acceso se ha rechazado. Quita esa llave de acceso en la página de la cuenta y crea una nueva.`,
      },
      addressChanged: {
        subject: company => `Tu dirección para el mostrador de ${company} ha cambiado`,
        title: 'Tu dirección para entrar ha cambiado',
        text: company =>
          `Un administrador del mostrador de ${company} ha cambiado la dirección de correo con la que entras. Con esta ya no se entra, y los correos sobre la cuenta llegan a la nueva.`,
      },
      noticeAddressChanged: {
        subject: company => `Los avisos del mostrador de ${company} llegan a otra dirección`,
        title: 'Tu dirección para los avisos ha cambiado',
        text: company =>
          `Un administrador del mostrador de ${company} ha cambiado la dirección de correo en la que recibes los avisos sobre los tickets. Para entrar usas la misma de siempre.`,
      },
      newPlace: {
        subject: company => `Nuevo acceso al mostrador de ${company}`,
        title: 'Nuevo acceso a tu cuenta',
        text: company =>
          `Alguien ha entrado en tu cuenta del mostrador de ${company} desde una dirección o con un dispositivo que nunca se habían usado.`,
      },
    },
    when: 'Cuándo',
    address: 'Dirección de red',
    device: 'Dispositivo',
    unknown: 'Desconocido',
    open: 'Ir a tu cuenta',
    notMe: 'No he sido yo',
    unexpected: {
      password:
        'Si has sido tú, no hace falta nada más. Si no, pide enseguida a un administrador un enlace para elegir una nueva contraseña y revisa tu correo.',
      codes:
        'Si te has equivocado tú al escribirlos, no hace falta nada más. Si no has sido tú, alguien conoce tu contraseña: cámbiala enseguida y avisa a un administrador.',
      factor:
        'Si lo esperabas, no hace falta nada más. Si no, avisa enseguida a un administrador y pídele un enlace para elegir una nueva contraseña.',
      address:
        'Si lo esperabas, no hace falta nada más. Si no, avisa enseguida a un administrador, en persona o por teléfono.',
      signIn:
        'Si has sido tú, no hace falta nada más. Si no, pulsa el botón: quien haya entrado pierde el acceso. Después cambia la contraseña y avisa a un administrador.',
    },
  },
}
