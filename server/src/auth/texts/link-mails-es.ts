import type { AllLinkMailTexts } from './link-mail-types.ts'

export const spanish: AllLinkMailTexts = {
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
}
