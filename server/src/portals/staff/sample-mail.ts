import type { Language } from '@portico/contract/language'
import type { MailContent } from '../../kernel/messages/mail-frame.ts'

/** An invented mail about a ticket, for the preview of a portal's look. */
export const sampleMail: Record<Language, MailContent> = {
  'it-IT': {
    title: 'Nuova risposta al ticket 1281',
    parts: [
      {
        text: 'Gentile Giulia,\nMarco Ferraris ha risposto al suo ticket «Stampante della linea 2: salta un’etichetta su tre».',
      },
      {
        quote: '<p>Buongiorno, il pezzo di ricambio è arrivato: passo domani tra le 9 e le 10.</p>',
        by: 'Marco Ferraris',
      },
      { button: 'Apri il ticket', path: '#' },
      { note: 'Può rispondere anche a questa e-mail: la risposta entra nel ticket.' },
    ],
  },
  'en-EN': {
    title: 'New reply to ticket 1281',
    parts: [
      {
        text: 'Dear Giulia,\nMarco Ferraris has replied to your ticket “Label printer on line 2 skips every third label”.',
      },
      {
        quote: '<p>Good morning, the spare part is here: I will come tomorrow between 9 and 10.</p>',
        by: 'Marco Ferraris',
      },
      { button: 'Open the ticket', path: '#' },
      { note: 'You can also reply to this mail: the reply becomes part of the ticket.' },
    ],
  },
  'es-ES': {
    title: 'Nueva respuesta al ticket 1281',
    parts: [
      {
        text: 'Estimada Giulia:\nMarco Ferraris ha respondido a su ticket «La impresora de la línea 2 se salta una de cada tres etiquetas».',
      },
      {
        quote: '<p>Buenos días, ya ha llegado el recambio: paso mañana entre las 9 y las 10.</p>',
        by: 'Marco Ferraris',
      },
      { button: 'Abrir el ticket', path: '#' },
      { note: 'También puede responder a este correo: la respuesta pasa al ticket.' },
    ],
  },
}
