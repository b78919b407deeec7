import type { viewingBar as english } from '../../en/viewing/bar.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const viewingBar: Texts<typeof english> = {
  label: 'Stai guardando come un cliente',
  as: 'Stai guardando come {{name}}',
  readOnly: 'Sola lettura.',
  refused: 'Non puoi scrivere, pagare né firmare.',
  left: 'finisce tra {{clock}}',
  logged: 'resta nel registro',
  back: 'Torna al banco',
  key: 'Esc',
  ended: 'La visione è terminata',
  endedText:
    'Dura al massimo 15 minuti e finisce quando ricarichi la pagina o esci dal banco. Puoi ricominciare dalla scheda del cliente.',
}
