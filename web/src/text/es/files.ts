import type { files as english } from '../en/files.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const files: Texts<typeof english> = {
  list: 'Archivos adjuntos',
  drop: 'Soltar aquí los archivos o',
  choose: 'elegir en el dispositivo',
  hint: 'Como máximo {{files}} archivos de {{max}} MB',
  progress: '{{sent}} de {{total}}, {{percent}}%',
  uploading: 'Subiendo {{name}}',
  cancel: 'Cancelar la subida de {{name}}',
  remove: 'Quitar {{name}}',
  retry: 'Volver a subir {{name}}',
  tooLarge: '{{name}} supera los {{max}} MB y no se ha adjuntado.',
  tooMany: 'Se pueden adjuntar como máximo {{max}} archivos; los demás se han descartado.',
  empty: '{{name}} está vacío y no se ha adjuntado.',
  kindRefused: 'Este tipo de archivo no se admite.',
  contentDiffers: 'El contenido de este archivo no coincide con la extensión de su nombre.',
  image: {
    label: 'Imagen {{index}} de {{count}}: {{name}}',
    open: 'Abrir la imagen {{name}}',
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
    download: 'Descargar',
    gone: 'No se ha podido cargar la imagen',
  },
}
