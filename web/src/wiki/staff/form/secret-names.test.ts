import { expect, test } from 'vitest'
import { looksSecret } from './secret-names.ts'

test.each(['Password', 'PIN del pannello', 'Wi-Fi (PSK)', 'Credenziali', 'Contraseña', 'admin password'])(
  '%s looks like a secret',
  name => expect(looksSecret(name)).toBe(true),
)
test.each(['Pinza', 'Modello', 'Numero di spine', 'Chiave a stella'])('%s does not', name =>
  expect(looksSecret(name)).toBe(false),
)
