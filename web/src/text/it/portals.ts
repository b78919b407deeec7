import type { portals as english } from '../en/portals.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const portals: Texts<typeof english> = {
  privacy: {
    title: 'Informativa privacy',
    version: 'Versione {{version}}, in vigore dal {{date}}',
    empty: "Non è ancora stata pubblicata un'informativa.",
  },
  contacts: {
    title: 'Contatti',
    phone: 'Assistenza',
    hours: 'Orari',
    email: 'E-mail',
    address: 'Indirizzo',
    empty: 'Non sono ancora stati pubblicati recapiti.',
  },
  pages: 'Pagine del portale',
  back: "Torna all'accesso",
}
