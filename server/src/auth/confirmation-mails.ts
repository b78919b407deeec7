import type { Language } from '@portico/contract/language'
import type { MailContent } from '../kernel/messages/mail-frame.ts'
import type { Addressee } from './confirmation-queries.ts'

type ComposedMail = { subject: string; content: MailContent }
type ComposeMail = (to: Addressee, path: string) => ComposedMail

const recovery: Record<Language, ComposeMail> = {
  'it-IT': ({ userName, webPortalName }, path) => ({
    subject: `Nuova password per ${webPortalName}`,
    content: {
      title: 'Scegli una nuova password',
      parts: [
        { text: `È stata chiesta una nuova password per ${userName} nel portale ${webPortalName}.` },
        { button: 'Scegli la password', path },
        { note: 'Il link vale un’ora e si usa una volta sola.' },
        { note: 'Se non l’hai chiesta tu, ignora questo messaggio: la password resta quella di prima.' },
      ],
    },
  }),
  'en-EN': ({ userName, webPortalName }, path) => ({
    subject: `New password for ${webPortalName}`,
    content: {
      title: 'Choose a new password',
      parts: [
        { text: `A new password was requested for ${userName} in the portal ${webPortalName}.` },
        { button: 'Choose the password', path },
        { note: 'The link is good for one hour and works once.' },
        { note: 'If it was not you, ignore this message: your password stays as it is.' },
      ],
    },
  }),
  'es-ES': ({ userName, webPortalName }, path) => ({
    subject: `Nueva contraseña para ${webPortalName}`,
    content: {
      title: 'Elige una nueva contraseña',
      parts: [
        { text: `Se ha pedido una nueva contraseña para ${userName} en el portal ${webPortalName}.` },
        { button: 'Elegir la contraseña', path },
        { note: 'El enlace es válido durante una hora y se usa una sola vez.' },
        { note: 'Si no la has pedido tú, ignora este mensaje: tu contraseña sigue siendo la misma.' },
      ],
    },
  }),
}

const invitation: Record<Language, ComposeMail> = {
  'it-IT': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `Il tuo accesso al portale ${webPortalName}`,
    content: {
      title: 'Scegli la tua password',
      parts: [
        { text: `Ciao ${referentName},\nil tuo accesso al portale ${webPortalName} per ${companyName} è pronto.` },
        { facts: [['Nome utente', userName]] },
        { button: 'Scegli la password ed entra', path },
        { note: 'Il link vale 7 giorni e si usa una volta sola.' },
      ],
    },
  }),
  'en-EN': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `Your access to the portal ${webPortalName}`,
    content: {
      title: 'Choose your password',
      parts: [
        { text: `Hello ${referentName},\nyour access to the portal ${webPortalName} for ${companyName} is ready.` },
        { facts: [['Username', userName]] },
        { button: 'Choose the password and log in', path },
        { note: 'The link is good for 7 days and works once.' },
      ],
    },
  }),
  'es-ES': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `Tu acceso al portal ${webPortalName}`,
    content: {
      title: 'Elige tu contraseña',
      parts: [
        { text: `Hola, ${referentName}:\ntu acceso al portal ${webPortalName} para ${companyName} está listo.` },
        { facts: [['Nombre de usuario', userName]] },
        { button: 'Elegir la contraseña y entrar', path },
        { note: 'El enlace es válido durante 7 días y se usa una sola vez.' },
      ],
    },
  }),
}

const addition: Record<Language, ComposeMail> = {
  'it-IT': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `${companyName}: il tuo accesso al portale ${webPortalName}`,
    content: {
      title: `Ora accedi anche a ${companyName}`,
      parts: [
        { text: `Ciao ${referentName},\n${companyName} ora è tra le tue aziende nel portale ${webPortalName}.` },
        { text: `Usa il nome utente ${userName} e la password che hai già.` },
        { button: 'Apri il portale', path },
      ],
    },
  }),
  'en-EN': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `${companyName}: your access to the portal ${webPortalName}`,
    content: {
      title: `You now have access to ${companyName}`,
      parts: [
        { text: `Hello ${referentName},\n${companyName} is now among your companies in the portal ${webPortalName}.` },
        { text: `Use the username ${userName} and the password that you have.` },
        { button: 'Open the portal', path },
      ],
    },
  }),
  'es-ES': ({ userName, referentName, companyName, webPortalName }, path) => ({
    subject: `${companyName}: tu acceso al portal ${webPortalName}`,
    content: {
      title: `Ahora también accedes a ${companyName}`,
      parts: [
        { text: `Hola, ${referentName}:\n${companyName} está ahora entre tus empresas en el portal ${webPortalName}.` },
        { text: `Usa el nombre de usuario ${userName} y la contraseña que ya tienes.` },
        { button: 'Abrir el portal', path },
      ],
    },
  }),
}

/** The mails with links for setting a password, and the notice about a new contact. */
export const confirmationMails = { recovery, invitation, addition }
