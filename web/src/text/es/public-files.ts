import type { publicFiles as english } from '../en/public-files.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const publicFiles: Texts<typeof english> = {
  name: 'Nombre',
  sub: 'Compartidos por {{portal}} con todos sus clientes.',
  search: 'Buscar archivos',
  empty: 'Por ahora no hay archivos públicos.',
  failed: 'No se ha podido cargar la lista de archivos',
}
