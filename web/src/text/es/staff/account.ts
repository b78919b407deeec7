import type { staffAccount as english } from '../../en/staff/account.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffAccount: Texts<typeof english> = {
  title: 'Tu cuenta',
  role: 'Rol',
  portals: 'Portales',
  groups: 'Grupos',
  preferences: 'Preferencias',
  perDevice: 'El tema y la densidad valen en este dispositivo; el idioma y las teclas, para tu cuenta.',
  keys: 'Teclas',
  keysHint: 'Por ejemplo J y K en la cola. Las que llevan Ctrl funcionan siempre. La tecla ? las muestra todas.',
  password: 'Contraseña',
  passwordEnds: 'Cuando la cambias, tus otras sesiones terminan.',
  current: 'Contraseña actual',
  currentWrong: 'No es tu contraseña actual',
  next: 'Nueva contraseña',
  repeat: 'Repite la nueva contraseña',
  change: 'Cambiar la contraseña',
  passwordChanged: 'Contraseña cambiada. Tus otras sesiones han terminado.',
}
