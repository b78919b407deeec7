import type { invoices as english } from '../en/invoices.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const invoices: Texts<typeof english> = {
  search: 'Buscar por número',
  date: 'Fecha',
  number: 'Número',
  total: 'Total',
  one: 'Factura {{number}}',
  original: 'Factura electrónica ({{format}})',
  empty: 'Las facturas nuevas aparecerán aquí.',
  failed: 'No se han podido cargar las facturas',
}
