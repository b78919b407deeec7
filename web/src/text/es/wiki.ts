import type { wiki as english } from '../en/wiki.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const wiki: Texts<typeof english> = {
  search: 'Buscar por nombre o propiedad',
  collapseAll: 'Contraer todo',
  expandAll: 'Expandir todo',
  propertyCount_one: '{{count}} propiedad',
  propertyCount_other: '{{count}} propiedades',
  empty: 'Los activos de los que nos ocupamos aparecerán aquí.',
  failed: 'No se han podido cargar los activos',
  goneTitle: 'Activo no encontrado',
  goneText: 'Ya no existe o nunca ha existido.',
  newTicket: 'Nuevo ticket',
  properties: 'Propiedades',
  noProperties: 'Todavía no hay nada anotado sobre este activo.',
  files: 'Archivos',
  contracts: 'Cubierto por',
  back: 'Propiedades',
}
