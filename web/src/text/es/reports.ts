import type { reports as english } from '../en/reports.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const reports: Texts<typeof english> = {
  search: 'Buscar partes',
  name: 'Parte',
  date: 'Fecha',
  ticket: 'Ticket',
  empty: 'Los partes nuevos aparecerán aquí.',
  failed: 'No se han podido cargar los partes',
}
