import type { editor as english } from '../en/editor.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const editor: Texts<typeof english> = {
  toolbar: 'Formattazione del testo',
  bold: 'Grassetto',
  italic: 'Corsivo',
  underline: 'Sottolineato',
  bulletedList: 'Elenco puntato',
  numberedList: 'Elenco numerato',
  quote: 'Citazione',
  link: 'Inserisci un link',
  image: 'Inserisci un’immagine',
  undo: 'Annulla',
  linkAddress: 'Indirizzo del link',
  linkApply: 'Applica',
  linkRemove: 'Rimuovi il link',
  removeImage: 'Rimuovi l’immagine',
}
