import type { editor as english } from '../en/editor.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const editor: Texts<typeof english> = {
  toolbar: 'Formato del texto',
  bold: 'Negrita',
  italic: 'Cursiva',
  underline: 'Subrayado',
  bulletedList: 'Lista con viñetas',
  numberedList: 'Lista numerada',
  quote: 'Cita',
  link: 'Insertar un enlace',
  image: 'Insertar una imagen',
  undo: 'Deshacer',
  linkAddress: 'Dirección del enlace',
  linkApply: 'Aplicar',
  linkRemove: 'Quitar el enlace',
  removeImage: 'Quitar la imagen',
}
