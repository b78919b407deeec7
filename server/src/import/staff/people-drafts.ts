import { isCertifiedMailbox } from '../table/certified-mailbox.ts'
import { type CellFields, RowRefused } from '../table/read-cells.ts'
import type { KnownPerson } from './identity-queries.ts'
import type { KnownOfRows } from './known-records.ts'
import { type Draft, membershipDraft, personDraft, personFields } from './record-drafts.ts'
import { fittingId } from './row-identity.ts'
import type { RowPlan } from './row-plan.ts'

const personKey = (name: string) => name.trim().toLowerCase()

/** Finds the people that rows name, or makes them. */
export const openPeopleDrafts = (
  kind: 'contact' | 'webUser',
  { key, flags: preset, portal }: Pick<RowPlan, 'key' | 'flags' | 'portal'>,
) => {
  /** The external ids of people whom earlier rows make, by address and user name. */
  const newPeople = new Map<string, string>()

  const findPerson = (fields: CellFields, names: string[], people: KnownPerson[]): KnownPerson | undefined => {
    const own = kind === 'webUser' && key === 'externalId' ? fields.externalId : undefined
    if (own !== undefined) return people.find(({ externalId }) => externalId === String(own))
    const found = people.filter(({ userName, email }) =>
      names.some(name => [userName, email ?? ''].some(one => personKey(one) === personKey(name))),
    )
    if (new Set(found.map(({ externalId }) => externalId)).size > 1)
      throw new RowRefused('severalRecords', names.join(', '))
    return found[0]
  }

  return {
    /** The account and the membership of a row's person; none if the row names nobody. Throws {@link RowRefused}. */
    draftsOf: (fields: CellFields, contact: string, { people, memberships }: KnownOfRows): Draft[] => {
      const person = personFields(kind, fields)
      const names = [person.email, person.userName].flatMap(name => name ?? [])
      const [first] = names
      if (first === undefined) {
        if (kind === 'webUser') throw new RowRefused('missing', undefined, 'email')
        return []
      }
      const found = findPerson(fields, names, people)
      if (found && !found.isWithinReach)
        throw new RowRefused('taken', undefined, kind === 'webUser' ? 'email' : 'personEmail')
      if (!found && kind === 'webUser' && person.email && isCertifiedMailbox(person.email))
        throw new RowRefused('certified', undefined, 'email')
      const wanted = kind === 'webUser' && fields.externalId !== undefined ? String(fields.externalId) : first
      const ours = names.flatMap(name => newPeople.get(personKey(name)) ?? [])[0]
      const isTaken = !found && people.some(({ externalId }) => externalId === wanted)
      const webUser = found?.externalId ?? ours ?? fittingId(isTaken ? `${portal.externalId}/${wanted}` : wanted)
      const member = memberships.find(one => one.webUser === webUser && one.contact === contact)
      return [
        // Of who also belongs to customers out of reach nothing is changed but what is the customer's own.
        ...(found?.isMemberElsewhere
          ? []
          : [
              personDraft(person, {
                externalId: webUser,
                isThere: found !== undefined,
                serviceCompany: portal.serviceCompany,
              }),
            ]),
        membershipDraft(fields, person, {
          externalId: member?.externalId ?? fittingId(`${webUser}/${contact}`),
          isThere: member !== undefined,
          contact,
          webUser,
          preset,
        }),
      ]
    },
    /** Notes the people of a good row, so that later rows find them. */
    accept: (drafts: Draft[]) => {
      const user = drafts.find(({ type }) => type === 'webUser')
      for (const name of [user?.given.email, user?.given.userName])
        if (user && typeof name === 'string') newPeople.set(personKey(name), user.externalId)
    },
  }
}
