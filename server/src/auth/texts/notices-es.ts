import type { NoticeTexts } from './notice-types.ts'

export const spanish: NoticeTexts = {
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
    wrongCodes: {
      subject: portal => `${portal}: códigos incorrectos para tu cuenta`,
      title: 'Alguien prueba códigos para tu cuenta',
      text: (userName, portal) =>
        `Alguien ha introducido la contraseña de ${userName} en el portal ${portal} y después códigos incorrectos de la verificación en dos pasos. Nadie ha entrado.`,
      unexpected:
        'Si te has equivocado tú al escribirlos, no tienes que hacer nada. Si no has sido tú, alguien conoce tu contraseña: elige ahora una nueva. Si mientras tanto se rechazan los códigos de la aplicación, puedes entrar con un código de recuperación.',
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
  withoutPasswords: {
    notMe: 'Abrir la página de la cuenta',
    unexpected:
      'Si lo has hecho tú, no tienes que hacer nada. Si no has sido tú, entra, cierra las demás sesiones en la página de la cuenta, quita las llaves de acceso que no sean tuyas y contacta con el soporte.',
    kinds: {
      passwordSet: { unexpected: 'Si no lo esperabas, contacta con el soporte.' },
      newPlace: {
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, pulsa el botón: quien haya entrado perderá el acceso. Después quita en la página de la cuenta las llaves de acceso que no sean tuyas y cambia la contraseña de tu correo: ahí llegan los enlaces para entrar.',
      },
      secondFactorAdded: {
        text: (userName, portal) =>
          `A partir de ahora, para entrar en el portal ${portal} como ${userName} con un enlace por correo hace falta también un código de la aplicación de autenticación. Las demás sesiones se han cerrado.`,
      },
      secondFactorRemoved: {
        text: (userName, portal) =>
          `A partir de ahora basta un enlace por correo para entrar en el portal ${portal} como ${userName}.`,
      },
      secondFactorTaken: {
        text: (userName, portal) =>
          `El soporte ha retirado la verificación en dos pasos del usuario ${userName} del portal ${portal}, como se pidió. Ahora basta un enlace por correo para entrar; puedes volver a activarla en tu cuenta.`,
        unexpected: 'Si no lo has pedido tú, contacta ahora con el soporte.',
      },
      wrongCodes: {
        text: (userName, portal) =>
          `Alguien ha abierto un enlace enviado por correo a ${userName} para el portal ${portal} y ha introducido códigos incorrectos de la verificación en dos pasos. Nadie ha entrado.`,
        unexpected:
          'Si te has equivocado tú al escribirlos, no tienes que hacer nada. Si no has sido tú, alguien lee tu correo: cambia ahora la contraseña de tu correo. Si mientras tanto se rechazan los códigos de la aplicación, puedes entrar con un código de recuperación.',
      },
      recoveryCodeUsed: {
        unexpected:
          'Si has sido tú, no tienes que hacer nada. Si no has sido tú, alguien lee tu correo y tiene los códigos: cambia la contraseña de tu correo, cierra las demás sesiones en la página de la cuenta y crea nuevos códigos de recuperación.',
      },
      passkeyAdded: {
        text: (userName, portal) =>
          `Se ha añadido una llave de acceso a la cuenta de ${userName} en el portal ${portal}: quien tenga ese dispositivo puede entrar.`,
      },
      passkeysTaken: { unexpected: 'Si no lo has pedido tú, contacta ahora con el soporte.' },
    },
  },
}
