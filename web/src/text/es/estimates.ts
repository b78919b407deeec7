import type { estimates as english } from '../en/estimates.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const estimates: Texts<typeof english> = {
  search: 'Buscar por nombre o número',
  date: 'Fecha',
  name: 'Nombre',
  number: 'Número',
  revision: 'rev. {{revision}}',
  total: 'Total',
  empty: 'Los presupuestos nuevos aparecerán aquí.',
  failed: 'No se han podido cargar los presupuestos',
}
