import type { wiki as english } from '../en/wiki.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const wiki: Texts<typeof english> = {
  search: 'Cerca per nome o proprietà',
  collapseAll: 'Comprimi tutto',
  expandAll: 'Espandi tutto',
  propertyCount_one: '{{count}} proprietà',
  propertyCount_other: '{{count}} proprietà',
  empty: 'Gli asset che seguiamo per te compariranno qui.',
  failed: 'Non è stato possibile caricare gli asset',
  goneTitle: 'Asset non trovato',
  goneText: 'Non c’è più, o non c’è mai stato.',
  newTicket: 'Nuovo ticket',
  properties: 'Proprietà',
  noProperties: 'Di questo asset non è ancora stato annotato nulla.',
  files: 'File',
  contracts: 'Coperto da',
  back: 'Proprietà',
}
