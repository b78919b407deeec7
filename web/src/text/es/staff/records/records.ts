import type { staffRecords as english } from '../../../en/staff/records/records.ts'
import type { Texts } from '../../../shape/catalogue-shape.ts'

export const staffRecords: Texts<typeof english> = {
  customer: {
    name: 'Cliente',
    any: 'Todos los clientes',
    choose: 'Elige el cliente',
    search: 'Buscar entre los clientes',
    clear: 'Todos los clientes',
    loading: 'Buscando clientes',
    missing: 'Elige el cliente',
    count_one: '{{count}} cliente',
    count_other: '{{count}} clientes',
  },
  portal: 'Portal',
  anyPortal: 'Todos los portales',
  clearFilter: 'Quitar el filtro',
  clearFilters: 'Quitar los filtros',
  moreLoading: 'Cargando más filas',
  moreFailed: 'No se pudieron cargar más filas',
  optional: 'opcional',
  save: 'Guardar',
  saved: 'Guardado',
  change: 'Modificar',
  changeOf: 'Modificar {{name}}',
  remove: 'Eliminar',
  removeOf: 'Eliminar {{name}}',
  removed: 'Eliminado',
  undo: 'Deshacer',
  close: 'Listo',
  more: 'Más',
  acts: 'Acciones',
  loading: 'Cargando',
  failed: 'No se pudo cargar esta página',
  goneText: 'Quizá se haya eliminado, o no sea de los que te corresponden.',
  seen: 'Cómo lo ve el cliente',
  outside:
    'Llega de una importación o de otro programa: lo que cambies aquí se sobrescribe en el próximo envío. Su código allí:',
  crossed:
    'Mientras tanto otra persona ha cambiado: {{fields}}. Lo que has escrito sigue aquí: guarda de nuevo para conservarlo.',
  crossedField: '{{field}} «{{value}}»',
  crossedEmpty: 'vacío',
  crossedSome:
    'Mientras tanto otra persona ha cambiado estos datos. Lo que has escrito sigue aquí: guarda de nuevo para conservarlo.',
  crossedReload: 'Mientras tanto otra persona ha cambiado estos datos. Cierra, mira cómo están ahora y repite.',
}
