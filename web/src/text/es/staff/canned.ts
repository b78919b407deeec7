import type { staffCanned as english } from '../../en/staff/canned.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffCanned: Texts<typeof english> = {
  title: 'Respuestas listas',
  lead: 'Los textos con los que respondes una y otra vez. En un ticket escribe / y el atajo.',
  search: 'Buscar en las respuestas listas',
  none: 'Escribe la primera: se puede usar enseguida en cualquier ticket.',
  noneFound: 'Ninguna respuesta lista contiene estas palabras.',
  preview: 'Vista previa',
  removed: '«{{name}}» eliminada',
  undo: 'Deshacer',
  exampleHint: 'Con ejemplos en lugar de los campos. Si a un ticket le falta un dato, lo ves antes de enviar.',
  example: {
    nome: 'Giulia Rossi',
    cliente: 'Rossi S.r.l.',
    titolo: 'La impresora no arranca',
    visita: 'lunes 23 de noviembre a las 15:30',
  },
}
