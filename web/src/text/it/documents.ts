import type { documents as english } from '../en/documents.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const documents: Texts<typeof english> = {
  name: 'Nome',
  added: 'Data',
  addedOn: 'Caricato il {{date}}',
  search: 'Cerca nei file',
  upload: 'Carica nuovo file',
  uploads: 'File in caricamento',
  release_one: 'Rilascia per caricare {{count}} file in File aziendali',
  release_other: 'Rilascia per caricare {{count}} file in File aziendali',
  uploaded_one: '{{count}} file caricato',
  uploaded_other: '{{count}} file caricati',
  tooLarge: '{{name}} supera i {{max}} MB e non è stato caricato.',
  emptyFile: '{{name}} è vuoto e non è stato caricato.',
  empty: 'I file condivisi con la tua azienda compariranno qui.',
  emptyUpload: 'Carica il primo file.',
  emptyDrop: 'Puoi anche trascinarlo in questa pagina.',
  failed: "Non è stato possibile caricare l'elenco dei file",
  leave: {
    title: 'Lasciare la pagina prima della fine del caricamento?',
    text: 'I file non ancora arrivati non saranno salvati.',
    leave: 'Lascia la pagina',
    stay: 'Resta qui',
  },
}
