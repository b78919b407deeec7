import type { subscriptions as english } from '../en/subscriptions.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const subscriptions: Texts<typeof english> = {
  search: 'Buscar por código o descripción',
  description: 'Descripción',
  code: 'Código',
  quantity: 'Cantidad',
  recurrence: 'Periodicidad',
  next: 'Próximo vencimiento',
  total: 'Total con IVA',
  year: 'En los próximos 12 meses',
  separately: 'Cada suscripción se factura por separado, en su propia fecha.',
  weekly_one: 'Cada semana, el {{weekday}}',
  weekly_other: 'Cada {{count}} semanas, el {{weekday}}',
  monthly_one: 'Cada mes, el día {{day}}',
  monthly_other: 'Cada {{count}} meses, el día {{day}}',
  yearly: 'Cada año, el {{date}}',
  empty: 'Tus suscripciones activas aparecerán aquí.',
  failed: 'No se han podido cargar las suscripciones',
}
