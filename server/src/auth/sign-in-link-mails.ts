import type { Language } from '@portico/contract/language'
import type { MailContent } from '../kernel/messages/mail-frame.ts'
import type { Addressee } from './confirmation-queries.ts'

type ComposeMail = (to: Addressee, path: string) => { subject: string; content: MailContent }

/** The mail with a sign-in link. */
export const signInLinkMails: Record<Language, ComposeMail> = {
  'it-IT': ({ userName, webPortalName }, path) => ({
    subject: `Il tuo link per accedere a ${webPortalName}`,
    content: {
      title: 'Accedi con questo link',
      parts: [
        {
          text: `Per ${userName} ci sono stati troppi tentativi di accesso non riusciti nel portale ${webPortalName}. Per un po’ la password da sola non basta: questo link ti fa entrare subito.`,
        },
        { button: 'Accedi', path },
        { note: 'Il link vale un’ora e si usa una volta sola. Non inoltrarlo a nessuno.' },
        {
          note: 'Se non hai provato tu, non serve fare niente: quei tentativi non sono riusciti. Se usi la stessa password anche altrove, cambiala.',
        },
      ],
    },
  }),
  'en-EN': ({ userName, webPortalName }, path) => ({
    subject: `Your link to log in to ${webPortalName}`,
    content: {
      title: 'Log in with this link',
      parts: [
        {
          text: `There were too many failed attempts to log in as ${userName} in the portal ${webPortalName}. For a while the password alone is not enough: this link lets you in right away.`,
        },
        { button: 'Log in', path },
        { note: 'The link is good for one hour and works once. Do not forward it.' },
        {
          note: 'If it was not you who tried, there is nothing to do: those attempts failed. If you use the same password elsewhere, change it.',
        },
      ],
    },
  }),
  'es-ES': ({ userName, webPortalName }, path) => ({
    subject: `Tu enlace para entrar en ${webPortalName}`,
    content: {
      title: 'Entra con este enlace',
      parts: [
        {
          text: `Ha habido demasiados intentos fallidos de entrar como ${userName} en el portal ${webPortalName}. Durante un rato la contraseña sola no basta: con este enlace entras enseguida.`,
        },
        { button: 'Entrar', path },
        { note: 'El enlace es válido durante una hora y se usa una sola vez. No lo reenvíes.' },
        {
          note: 'Si no has sido tú, no tienes que hacer nada: esos intentos han fallado. Si usas la misma contraseña en otro sitio, cámbiala.',
        },
      ],
    },
  }),
}
