import type { staffPassword as english } from '../../en/staff/password.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffPassword: Texts<typeof english> = {
  password: 'Password',
  repeat: 'Ripeti la password',
  show: 'Mostra la password',
  hide: 'Nascondi la password',
  rules: 'Almeno {{count}} caratteri: nessuna password comune, né nomi tuoi o dell’azienda. Va bene anche una frase.',
  tooShort: 'Usa almeno {{count}} caratteri',
  differ: 'Le due password non coincidono',
  weak: 'È troppo facile da indovinare: scegline una più lunga, senza nomi né parole comuni',
  strength: 'Sicurezza',
  missing_one: 'manca {{count}} carattere',
  missing_other: 'mancano {{count}} caratteri',
  level: {
    named: 'contiene il tuo nome o quello dell’azienda',
    weak: 'facile da indovinare',
    good: 'buona',
    strong: 'ottima',
  },
}
