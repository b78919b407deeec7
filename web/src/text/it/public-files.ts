import type { publicFiles as english } from '../en/public-files.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const publicFiles: Texts<typeof english> = {
  name: 'Nome',
  sub: 'Condivisi da {{portal}} con tutti i clienti.',
  search: 'Cerca nei file',
  empty: 'Per ora non ci sono file pubblici.',
  failed: "Non è stato possibile caricare l'elenco dei file",
}
