import { expect, it } from 'vitest'
import { readPeople } from './read-people.ts'

const anna = { referentName: 'Anna Neri', email: 'anna@x.it', phone: '', fault: undefined }

it.each([
  'Anna Neri, anna@x.it',
  'anna@x.it; Anna Neri',
  'Anna\tNeri\tanna@x.it',
  'Anna Neri <anna@x.it>',
  '"Anna Neri" <anna@x.it>,',
  'Anna Neri anna@x.it',
])('%j is Anna', text => expect(readPeople(text)).toEqual([anna]))

it('reads one person a line, and the addressees of a mail', () => {
  expect(readPeople('Anna Neri, anna@x.it\n\n Bruno; b@x.it\r\n').map(({ email }) => email)).toEqual([
    'anna@x.it',
    'b@x.it',
  ])
  expect(readPeople('Anna Neri <anna@x.it>; Bruno Sala <b@x.it>')).toMatchObject([
    anna,
    { referentName: 'Bruno Sala', email: 'b@x.it' },
  ])
})

it('finds the number, and a name in the address', () => {
  expect(readPeople('Anna Neri\tanna@x.it\t+39 333 123 4567')).toMatchObject([{ phone: '+39 333 123 4567' }])
  expect(readPeople('anna.neri@x.it')).toMatchObject([{ referentName: 'Anna Neri', fault: undefined }])
})

it('says what is wrong with each', () => {
  const faults = readPeople('Anna\nAnna, a@b\ninfo@x.it\nAnna, c@x.it\nBruno, C@x.it').map(({ fault }) => fault)
  expect(faults).toEqual(['email', 'email', 'name', undefined, 'twice'])
})
