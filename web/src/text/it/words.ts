import type { words as english } from '../en/words.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const words: Texts<typeof english> = {
  cancel: 'Annulla',
  close: 'Chiudi',
  dismiss: 'Chiudi il messaggio',
  optional: 'se vuoi',
  retry: 'Riprova',
  noItems: 'Nessun elemento trovato',
  couldNotLoad: 'Caricamento non riuscito',
}
