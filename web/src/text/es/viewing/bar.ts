import type { viewingBar as english } from '../../en/viewing/bar.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const viewingBar: Texts<typeof english> = {
  label: 'Viendo como un cliente',
  as: 'Estás viendo como {{name}}',
  readOnly: 'Solo lectura.',
  refused: 'No puedes escribir, pagar ni firmar.',
  left: 'termina en {{clock}}',
  logged: 'queda en el registro',
  back: 'Volver al mostrador',
  key: 'Esc',
  ended: 'La visualización ha terminado',
  endedText:
    'Dura 15 minutos como máximo y termina al recargar la página o al salir del mostrador. Puedes empezar de nuevo desde la ficha del cliente.',
}
