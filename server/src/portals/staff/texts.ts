import type { Language } from '@portico/contract/language'

type TrialTexts = { subject: string; text: (name: string) => string; note: string; sms: string }

/** What trial messages say. */
export const trialTexts: Record<Language, TrialTexts> = {
  'it-IT': {
    subject: 'E-mail di prova',
    text: name => `Questa e-mail l’ha mandata ${name} per provare. Se la leggi, le e-mail arrivano.`,
    note: 'Se l’hai trovata nella posta indesiderata, dillo a chi cura l’installazione.',
    sms: 'Messaggio di prova: se lo leggi, gli SMS arrivano.',
  },
  'en-EN': {
    subject: 'Trial mail',
    text: name => `${name} sent this mail as a trial. If you are reading it, mails arrive.`,
    note: 'If you found it among the spam, tell whoever looks after the installation.',
    sms: 'Trial message: if you are reading it, text messages arrive.',
  },
  'es-ES': {
    subject: 'Correo de prueba',
    text: name => `${name} ha enviado este correo como prueba. Si lo lees, los correos llegan.`,
    note: 'Si lo has encontrado en el correo no deseado, díselo a quien se ocupa de la instalación.',
    sms: 'Mensaje de prueba: si lo lees, los SMS llegan.',
  },
}
