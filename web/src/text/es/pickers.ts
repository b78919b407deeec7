import type { Texts } from '../catalogue-shape.ts'
import type { pickers as english } from '../en/pickers.ts'

export const pickers: Texts<typeof english> = {
  dates: {
    dialog: 'Elige las fechas',
    clear: 'Quitar las fechas',
    start: 'Desde',
    end: 'Hasta',
    to: 'a',
    days_one: '{{count}} día',
    days_other: '{{count}} días',
    preset: {
      none: 'Cualquier fecha',
      today: 'Hoy',
      yesterday: 'Ayer',
      currentWeek: 'Semana actual',
      lastWeek: 'Semana pasada',
      currentMonth: 'Mes actual',
      lastMonth: 'Mes pasado',
      currentYear: 'Año actual',
      lastYear: 'Año pasado',
    },
  },
  users: {
    one: 'usuario',
    many: 'usuarios',
    any: 'Cualquier usuario',
    name: 'Compañeros',
    clear: 'Quitar los usuarios',
    search: 'Buscar un compañero',
    selected: 'Seleccionados',
    you: 'Tú',
    of: '{{chosen}} de {{all}}',
  },
  assets: {
    any: 'Cualquier activo',
    name: 'Activo',
    choose: 'Elige un activo',
    clear: 'Quitar el activo',
    search: 'Buscar un activo',
    loading: 'Buscando',
    failed: 'No se han podido cargar los activos.',
    found_one: '{{count}} activo',
    found_other: '{{count}} activos',
    containing: 'Activos con «{{text}}»',
  },
  clearSearch: 'Borrar la búsqueda',
}
