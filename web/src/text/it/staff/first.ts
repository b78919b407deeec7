import type { staffFirst as english } from '../../en/staff/first.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffFirst: Texts<typeof english> = {
  title: 'Tutto pronto: il portale è aperto',
  text: 'Appena un cliente scrive, il ticket compare qui. Tre passi per partire:',
  colleagues: 'Invita i colleghi',
  colleaguesText: 'Ognuno riceve per e-mail un link per scegliere la password.',
  customers: 'Porta dentro i clienti',
  customersText: 'Per ora clienti e persone entrano con un’importazione, da un file o dal tuo gestionale:',
  portal: 'Guarda il tuo portale',
  portalText: 'È l’indirizzo da dare ai clienti:',
}
