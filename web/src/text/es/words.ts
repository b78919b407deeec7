import type { words as english } from '../en/words.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const words: Texts<typeof english> = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  dismiss: 'Cerrar el mensaje',
  optional: 'si quieres',
  retry: 'Reintentar',
  noItems: 'No se han encontrado elementos',
  couldNotLoad: 'No se ha podido cargar',
}
