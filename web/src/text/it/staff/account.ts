import type { staffAccount as english } from '../../en/staff/account.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffAccount: Texts<typeof english> = {
  title: 'Il tuo account',
  role: 'Ruolo',
  portals: 'Portali',
  groups: 'Squadre',
  preferences: 'Preferenze',
  perDevice: 'Tema e densità valgono su questo dispositivo, lingua e tasti per il tuo account.',
  keys: 'Tasti',
  keysHint: 'Per esempio J e K nella coda. Quelli con Ctrl funzionano sempre. Il tasto ? li elenca tutti.',
  password: 'Password',
  passwordEnds: 'Quando la cambi, le altre tue sessioni terminano.',
  current: 'Password attuale',
  currentWrong: 'Non è la tua password attuale',
  next: 'Nuova password',
  repeat: 'Ripeti la nuova password',
  change: 'Cambia password',
  passwordChanged: 'Password cambiata. Le altre tue sessioni sono terminate.',
}
