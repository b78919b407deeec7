import { expect, test } from 'vitest'
import { hasName, type PasswordNames } from './password-names.ts'

const giulia: PasswordNames = {
  own: ['giulia.rossi', 'g.rossi@officinerossi.example', 'Giulia Rossi'],
  organisations: ['Officine Rossi S.r.l.', 'Brenta Servizi', 'brenta'],
}

test.each([
  'giulia.rossi',
  'Giulia.rossi1',
  'GIÙLIA-e-il-fiume-lento',
  'xx9-G1UL1A-k3Qz!',
  'OfficineRossi2026',
  'officine_rossi_2026',
  'Brenta-Servizi',
  'Br3nt4S3rv1z1!!',
  'Brenta-2026-Brenta',
  'Officine2026!',
])('%s has a name in it', password => {
  expect(hasName(password, giulia)).toBe(true)
})

test.each(['un fiume di montagna', 'la nebbia sul Brenta alle sei', 'tR7#mmk2Qpl9', ''])('%s has none', password => {
  expect(hasName(password, giulia)).toBe(false)
})

test('a name of three letters, or no name, refuses no password', () => {
  expect(
    hasName('la barca di Leo e Ugo', { own: ['leo', 'ugo@x.example', ''], organisations: ['ABC S.p.A.', ''] }),
  ).toBe(false)
})

test('names in any script are found', () => {
  expect(hasName('γιώργος-και-θάλασσα', { own: ['Γιωργος'], organisations: [] })).toBe(true)
})
