import type { staffFirst as english } from '../../en/staff/first.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffFirst: Texts<typeof english> = {
  title: 'Tutto pronto',
  text: 'Appena un cliente scrive, il ticket compare qui. Da dove cominciare:',
  customers: 'Porta dentro i clienti',
  customersText: 'Crea il primo e invita le sue persone: ognuna sceglie una password ed entra.',
  publish: 'Pubblica quello che aspettano',
  publishText: 'Trascina fatture, preventivi, rapporti e documenti da firmare: il banco li riconosce.',
  look: 'Decidi che cosa vedono i clienti',
  lookText: 'Colore, logo, testi e recapiti, con l’anteprima mentre li cambi.',
  colleagues: 'Invita i colleghi',
  colleaguesText: 'Ognuno riceve per e-mail un link per scegliere la password.',
  address: 'L’indirizzo per i clienti',
  addressText: 'Entrano da qui:',
}
