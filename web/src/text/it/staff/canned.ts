import type { staffCanned as english } from '../../en/staff/canned.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffCanned: Texts<typeof english> = {
  title: 'Risposte pronte',
  lead: 'I testi con cui rispondi sempre. In un ticket scrivi / e la scorciatoia.',
  search: 'Cerca nelle risposte pronte',
  none: 'Scrivi la prima: si può usare subito in ogni ticket.',
  noneFound: 'Nessuna risposta pronta contiene queste parole.',
  preview: 'Anteprima',
  removed: '«{{name}}» eliminata',
  undo: 'Annulla',
  exampleHint: 'Con esempi al posto dei campi. Se a un ticket manca un dato, lo vedi prima di inviare.',
  example: {
    nome: 'Giulia Rossi',
    cliente: 'Rossi S.r.l.',
    titolo: 'La stampante non parte',
    visita: 'lunedì 23 novembre alle 15:30',
  },
}
