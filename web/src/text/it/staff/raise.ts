import type { staffRaise as english } from '../../en/staff/raise.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffRaise: Texts<typeof english> = {
  title: 'Nuovo ticket',
  back: 'Torna alla coda',
  customerMissing: 'Scegli il cliente.',
  customerFirst: 'Scegli prima il cliente.',
  person: 'Persona',
  personHint: 'La persona vede il ticket e ne riceve le e-mail.',
  nobody: 'Nessuno in particolare',
  noPeople: 'Nessuno di questo cliente ha un accesso.',
  titleField: 'Titolo',
  titleMissing: 'Scrivi un titolo.',
  type: 'Tipo',
  chooseType: 'Scegli un tipo',
  typeMissing: 'Scegli un tipo.',
  due: 'Scadenza',
  dueHint: 'Se manca, valgono le ore del tipo.',
  description: 'Descrizione',
  descriptionMissing: 'Scrivi di che cosa si tratta.',
  attachments: 'Allegati',
  send: 'Apri il ticket',
  raised: 'Ticket {{number}} aperto',
  failed: 'Il ticket non è stato aperto',
  uploading: 'Alcuni file sono ancora in caricamento. Invia il ticket quando sono arrivati.',
  uploadFailed: 'Alcuni file non sono arrivati. Riprova o toglili.',
  tooLong: 'La descrizione è troppo lunga.',
}
