import type { Texts } from '../catalogue-shape.ts'
import type { tickets as english } from '../en/tickets.ts'

export const tickets: Texts<typeof english> = {
  list: {
    notOpened: 'Puedes ver estos tickets, pero no abrirlos: tu acceso no incluye la gestión de tickets.',
    newTicket: 'Nuevo ticket',
    status: 'Estado de los tickets',
    openOrPending: 'Abiertos o pendientes',
    all: 'Todos',
    loading: 'Cargando los tickets',
    more: {
      loading: 'Cargando más tickets',
      failed: 'No se han podido cargar más tickets.',
    },
    column: {
      number: 'Número',
      title: 'Título',
      status: 'Estado',
      raisedBy: 'Abierto por',
      next: 'Próxima actividad',
      created: 'Creado',
      assignedTo: 'Asignado a',
    },
    nextShort: 'Próxima actividad',
    notPlanned: 'Sin planificar',
    unassigned: 'Sin asignar',
    foot: {
      showing_one: '{{count}} ticket en la lista',
      showing_other: '{{count}} tickets en la lista',
      open_one: '{{count}} ticket abierto o pendiente',
      open_other: 'Los {{count}} tickets abiertos o pendientes',
      part: '{{shown}} de {{total}} tickets',
      closedHidden: 'Los tickets cerrados están ocultos.',
      showAll: 'Mostrar todos',
    },
    empty: {
      mineTitle: 'Todavía no hay tickets',
      mineText: 'Si algo no funciona o necesitas algo, abre un ticket: podrás seguirlo desde aquí.',
      allTitle: 'Todavía no hay tickets',
      allText: 'Aquí aparecerán los tickets de todas las personas de {{company}}.',
      openTitle: 'No hay tickets abiertos',
      openText: 'Todo está resuelto. Los tickets cerrados están ocultos.',
      filteredTitle: 'No se ha encontrado ningún elemento',
      filteredText: 'Ningún ticket coincide con los filtros que has puesto.',
      showClosed: 'Mostrar también los cerrados',
      clear: 'Quitar los filtros',
    },
    failed: 'No se han podido cargar los tickets',
  },
  filter: {
    created: 'Creado',
    search: 'Búsqueda «{{text}}»',
    clearSearch: 'Quitar la búsqueda «{{text}}»',
  },
}
