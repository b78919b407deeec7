import { plainTitle } from './plain-title.ts'

/** Titles of columns that have a part of a person's name, in the order in which the parts are written. */
const parts = {
  first: ['nome', 'nome di battesimo', 'first name', 'given name', 'forename', 'nombre', 'nombre de pila'],
  middle: ['secondo nome', 'middle name', 'additional name', 'segundo nombre'],
  last: [
    'cognome',
    'last name',
    'surname',
    'family name',
    'apellido',
    'apellidos',
    'primer apellido',
    'segundo apellido',
  ],
}
type NamePart = keyof typeof parts

const order = Object.keys(parts) as NamePart[]
const byTitle = new Map(order.flatMap(part => parts[part].map(title => [plainTitle(title), part])))

/** Titles that say by themselves that they are part of a person's name; `nome` may be anything's. */
export const personNameTitles: readonly string[] = [
  ...parts.first.filter(title => / /.test(title)),
  ...parts.middle,
  ...parts.last,
]

/** Titles of a person's whole name. */
export const wholeNameTitles = [
  ...['nominativo', 'nome e cognome', 'cognome e nome', 'nome completo', 'full name', 'display name', 'name'],
  ...['nombre completo', 'nombre y apellidos'],
]

/** Whether a column has a person's whole name. */
export const isWholeName = (title: string): boolean =>
  wholeNameTitles.some(whole => plainTitle(whole) === plainTitle(title))

/** Which part of a person's name a column has, if its title says it. */
export const namePartTitled = (title: string): NamePart | undefined => byTitle.get(plainTitle(title))

/** Whether columns have a person's name in parts: a surname of its own, so that the name beside it is the first name. */
export const hasNameInParts = (titles: readonly string[]): boolean =>
  titles.some(title => namePartTitled(title) === 'last')

/** The values of columns that fill one field, joined: parts of a name as a name is written, other values as they stand. */
export const joinValues = (values: readonly { title: string; value: string }[]): string => {
  const placeOf = ({ title }: { title: string }) => order.indexOf(namePartTitled(title) ?? 'first')
  return values
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ value }) => value)
    .join(' ')
}
