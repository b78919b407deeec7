import { isAddress } from './customer-details.ts'

/** A person who is being typed. */
export type TypedPerson = { key: number; referentName: string; email: string }

/** What is wrong with a person of a list. */
export type PersonFault = 'name' | 'email' | 'twice' | 'taken'

/** A person as a line of a list has it. */
export type ReadPerson = { referentName: string; email: string; phone: string; fault: PersonFault | undefined }

const phoneNumber = /^\+?\d[\d\s./()-]{5,}$/

/** "anna.neri@…" is Anna Neri; other addresses contain no name. */
const nameOf = (email: string) => {
  const words =
    email
      .split('@')[0]
      ?.split(/[._]/)
      .filter(word => /^\p{L}{2,}$/u.test(word)) ?? []
  return words.length > 1 ? words.map(word => word[0]?.toUpperCase() + word.slice(1).toLowerCase()).join(' ') : ''
}

/** The cells of a line: of a table, of a file with commas, or of the addressees of a mail. */
const cellsOf = (line: string) =>
  line
    .replace(/[<>"]/g, match => (match === '"' ? '' : ','))
    .split(/[\t,;]/)
    .map(cell => cell.trim())
    .filter(Boolean)

/** The lines of a text; addressees of a mail stand side by side in one. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .flatMap(line => (line.split('@').length > 2 ? line.split(/(?<=>)\s*[,;]|;/) : [line]))
    .map(line => line.trim())
    .filter(line => /[^\s,;]/.test(line))

/** A person with what is wrong; `addresses` are those before it. */
const checkPerson = (
  { referentName, email, phone }: Omit<ReadPerson, 'fault'>,
  addresses: ReadonlySet<string>,
): ReadPerson => {
  const read = { referentName: referentName.trim(), email: email.trim(), phone: phone.trim() }
  if (!isAddress(read.email)) return { ...read, fault: 'email' }
  if (addresses.has(read.email.toLowerCase())) return { ...read, fault: 'twice' }
  return { ...read, fault: read.referentName ? undefined : 'name' }
}

/** People with what is wrong with each. */
export const checkPeople = (people: readonly Omit<ReadPerson, 'fault'>[]): ReadPerson[] => {
  const addresses = new Set<string>()
  return people.map(person => {
    const checked = checkPerson(person, addresses)
    addresses.add(checked.email.toLowerCase())
    return checked
  })
}

/** Reads names and addresses out of a text that was pasted, one person a line. */
export const readPeople = (text: string): ReadPerson[] =>
  checkPeople(
    linesOf(text).map(line => {
      const cells = cellsOf(line)
      const spaced = cells.length === 1 ? (cells[0]?.split(/\s+/) ?? []) : cells
      const email = spaced.find(cell => cell.includes('@')) ?? ''
      const phone = spaced.find(cell => phoneNumber.test(cell)) ?? ''
      const name = spaced.filter(cell => cell !== email && cell !== phone).join(' ')
      return { referentName: (name || nameOf(email)).slice(0, 200), email, phone }
    }),
  )
