import type { staffPassword as english } from '../../en/staff/password.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffPassword: Texts<typeof english> = {
  password: 'Contraseña',
  repeat: 'Repite la contraseña',
  show: 'Mostrar la contraseña',
  hide: 'Ocultar la contraseña',
  rules:
    'Al menos {{count}} caracteres: ninguna contraseña común ni nombres tuyos o de la empresa. También vale una frase.',
  tooShort: 'Usa al menos {{count}} caracteres',
  differ: 'Las dos contraseñas no coinciden',
  weak: 'Es demasiado fácil de adivinar: elige una más larga, sin nombres ni palabras comunes',
  strength: 'Seguridad',
  missing_one: 'falta {{count}} carácter',
  missing_other: 'faltan {{count}} caracteres',
  level: {
    named: 'contiene tu nombre o el de la empresa',
    weak: 'fácil de adivinar',
    good: 'buena',
    strong: 'muy buena',
  },
}
