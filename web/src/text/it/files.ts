import type { files as english } from '../en/files.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const files: Texts<typeof english> = {
  list: 'File allegati',
  drop: 'Trascina qui i file oppure',
  choose: 'scegli dal dispositivo',
  hint: 'Al massimo {{files}} file da {{max}} MB',
  progress: '{{sent}} di {{total}}, {{percent}}%',
  uploading: 'Caricamento di {{name}}',
  cancel: 'Annulla il caricamento di {{name}}',
  remove: 'Rimuovi {{name}}',
  retry: 'Carica di nuovo {{name}}',
  tooLarge: '{{name}} supera i {{max}} MB e non è stato allegato.',
  tooMany: 'Si possono allegare al massimo {{max}} file; gli altri sono stati esclusi.',
  empty: '{{name}} è vuoto e non è stato allegato.',
  kindRefused: 'Questo tipo di file non è accettato.',
  contentDiffers: 'Il contenuto di questo file non corrisponde all’estensione del nome.',
  image: {
    label: 'Immagine {{index}} di {{count}}: {{name}}',
    open: 'Apri l’immagine {{name}}',
    previous: 'Immagine precedente',
    next: 'Immagine successiva',
    download: 'Scarica',
    gone: 'Non è stato possibile caricare l’immagine',
  },
}
