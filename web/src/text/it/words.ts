import type { Texts } from '../catalogue-shape.ts'
import type { words as english } from '../en/words.ts'

export const words: Texts<typeof english> = {
  cancel: 'Annulla',
  close: 'Chiudi',
  dismiss: 'Chiudi il messaggio',
  optional: 'se vuoi',
  retry: 'Riprova',
  noItems: 'Nessun elemento trovato',
  couldNotLoad: 'Caricamento non riuscito',
}
