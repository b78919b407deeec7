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
  always: string
  kinds: Record<'passwordChanged' | 'passwordReset' | 'passwordSet' | 'newPlace', KindTexts>
}

/** The security notices in each language. */
export const noticeTexts: Record<Language, NoticeTexts> = {
  'it-IT': {
    when: 'Quando',
    address: 'Indirizzo di rete',
    device: 'Dispositivo',
    unknownDevice: 'Sconosciuto',
    notMe: 'Scegli una nuova password',
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
      newPlace: {
        subject: portal => `${portal}: nuovo accesso al tuo account`,
        title: 'Nuovo accesso al tuo account',
        text: (userName, portal) =>
          `Qualcuno è entrato nel portale ${portal} come ${userName}, con la password giusta, da un indirizzo o con un dispositivo mai usato prima.`,
        unexpected:
          'Se eri tu, non serve altro. Se non eri tu, scegli subito una nuova password: chi è entrato perde l’accesso.',
      },
    },
  },
  'en-EN': {
    when: 'When',
    address: 'Network address',
    device: 'Device',
    unknownDevice: 'Unknown',
    notMe: 'Choose a new password',
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
      newPlace: {
        subject: portal => `${portal}: new login to your account`,
        title: 'New login to your account',
        text: (userName, portal) =>
          `Somebody logged in to the portal ${portal} as ${userName}, with the right password, from an address or on a device that was never used before.`,
        unexpected:
          'If it was you, there is nothing to do. If it was not you, choose a new password now: whoever got in loses access.',
      },
    },
  },
  'es-ES': {
    when: 'Cuándo',
    address: 'Dirección de red',
    device: 'Dispositivo',
    unknownDevice: 'Desconocido',
    notMe: 'Elegir una nueva contraseña',
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
      newPlace: {
        subject: portal => `${portal}: nuevo inicio de sesión en tu cuenta`,
        title: 'Nuevo inicio de sesión en tu cuenta',
        text: (userName, portal) =>
          `Alguien ha entrado en el portal ${portal} como ${userName}, con la contraseña correcta, desde una dirección o con un dispositivo que nunca se habían usado.`,
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, elige ahora una nueva contraseña: quien haya entrado perderá el acceso.',
      },
    },
  },
}
