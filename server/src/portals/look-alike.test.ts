import { expect, test } from 'vitest'
import { findLookAlikeFields } from './look-alike.ts'

const brenta = {
  webPortalName: 'Brenta Servizi',
  webPortalKey: 'brenta',
  baseColor: 'hsl(205,70%,32%)',
  formerKeys: ['val-sugana'],
}
const fields = (webPortalName: string, webPortalKey = 'unlike', baseColor = '#ffcc00') =>
  findLookAlikeFields({ webPortalName, webPortalKey, baseColor }, brenta)

test.each([
  'Brenta Servizi',
  'BRENTA-SERVIZI',
  'Brénta Sèrvizi',
  'brenta servizi.',
  'Brenta Servlzi',
  'Brenta Serv1z1',
  '8r3nta S3rv1z1',
  // Cyrillic letters, a zero-width space, full-width letters, mathematical letters.
  'Вrеntа Ѕеrvіzі',
  'Brenta\u200b Servizi',
  'Ｂｒｅｎｔａ　Ｓｅｒｖｉｚｉ',
  '𝐁𝐫𝐞𝐧𝐭𝐚 Servizi',
  // A filler that counts as a letter, and text that is shown from right to left.
  'Brenta\u3164Servizi',
  '\u202eizivreS atnerB',
  // Letters that no list of confusables contains: Cyrillic, small capitals, with hooks and strokes.
  'Brenтa Servizi',
  'Breпta Servizi',
  'Bʀenta Servizi',
  'Ƀrenta Serviʒi',
  // The key of the other portal as a name.
  'Brenta',
])('the name %s looks like Brenta Servizi', name => {
  expect(fields(name)).toContain('webPortalName')
})

test.each(['brenta-servizi', 'brentaservizi', 'brenta-serv1zi', 'brent-a'])('the key %s looks like brenta', key => {
  expect(fields('Lagorai', key)).toEqual(['webPortalKey'])
})

test.each(['Brenta Servizi S.r.l.', 'Il portale di Brenta Servizi', 'Brenta Servizio', 'Brente Servisi'])(
  'the name %s looks like Brenta Servizi only in the same colour',
  name => {
    expect(fields(name)).toEqual([])
    expect(fields(name, 'unlike', 'rgb(24, 90, 139)')).toEqual(['baseColor'])
  },
)

test.each(['Lagorai Impianti', 'Servizi Adige', 'Bre', 'Brenner Service', 'Брянск Сервис', 'Værksted Ørum'])(
  'the name %s does not look like Brenta Servizi',
  name => {
    expect(fields(name, 'unlike', brenta.baseColor)).toEqual([])
  },
)

test('a key that the other portal had counts, for a key alone', () => {
  expect(fields('Other', 'valsugana')).toEqual(['webPortalKey'])
  expect(fields('Valsugana')).toEqual([])
})

test('rn reads as m, and vv as w', () => {
  const marmo = { webPortalName: 'Marmo Web', webPortalKey: 'marmo', baseColor: '#000', formerKeys: [] }
  expect(findLookAlikeFields({ webPortalName: 'Marrno VVeb', webPortalKey: 'x1', baseColor: '#fff' }, marmo)).toEqual([
    'webPortalName',
  ])
})
