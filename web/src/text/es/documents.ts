import type { documents as english } from '../en/documents.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const documents: Texts<typeof english> = {
  name: 'Nombre',
  added: 'Fecha',
  addedOn: 'Subido el {{date}}',
  search: 'Buscar archivos',
  upload: 'Subir archivo nuevo',
  uploads: 'Archivos que se están subiendo',
  release_one: 'Suelta para subir {{count}} archivo a Archivos de empresa',
  release_other: 'Suelta para subir {{count}} archivos a Archivos de empresa',
  uploaded_one: '{{count}} archivo subido',
  uploaded_other: '{{count}} archivos subidos',
  tooLarge: '{{name}} supera los {{max}} MB y no se ha subido.',
  emptyFile: '{{name}} está vacío y no se ha subido.',
  empty: 'Los archivos que se compartan con tu empresa aparecerán aquí.',
  emptyUpload: 'Sube el primer archivo.',
  emptyDrop: 'También puedes arrastrarlo a esta página.',
  failed: 'No se ha podido cargar la lista de archivos',
  leave: {
    title: '¿Salir antes de que termine la subida?',
    text: 'Los archivos que aún no han llegado no se guardarán.',
    leave: 'Salir de la página',
    stay: 'Quedarse',
  },
}
