import { feedLimit, listEvents } from '@portico/contract/operator/feed'
import { actTypes, staffActTypes } from '@portico/contract/sections'
import { failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { feedAfter } from './feed-queries.ts'
import { formatPosition, isAfter, type Position, readPosition } from './position.ts'

const encode = (position: Position) => Buffer.from(formatPosition(position)).toString('base64url')
const decode = (text: string): Position => {
  const position = readPosition(Buffer.from(text, 'base64url').toString())
  if (position && position.transaction < 2n ** 63n) return position
  return failAt('invalid_request', 'query.after', 'is not a cursor of this feed')
}

const everyType: readonly string[] = [...actTypes, ...staffActTypes]

/** Validates the requested event types; null: all. */
const readTypes = (types: string[] | undefined, path: string): string[] | null => {
  const given = (types ?? []).map(type => type.trim()).filter(Boolean)
  const unknown = given.find(type => !everyType.includes(type))
  if (unknown !== undefined) failAt('invalid_request', path, `must name types of events: ${everyType.join(', ')}`)
  return given.length > 0 ? given : null
}

const positionOf = ({ transaction, id }: { transaction: string; id: number }): Position => ({
  transaction: BigInt(transaction),
  id,
})

export const feedRoutes = (app: App): void => {
  route(app, listEvents, async ({ db, scope, query }) => {
    const limit = query.limit ?? feedLimit
    const from = query.after === undefined ? undefined : decode(query.after)
    const types = readTypes(query.types?.split(','), 'query.types')
    const page = await feedAfter(db, scope, { from, types, limit })
    if (page.unknown) failAt('invalid_request', 'query.after', 'is not a cursor that this installation has given')
    if (page.gone)
      failAt(
        'invalid_request',
        'query.after',
        'lies before the oldest event that is kept: read the lists anew, then begin without it',
      )
    const last = page.events.at(-1)
    // A page below the limit has read to the end of the feed; the filter only left events out.
    const end = page.events.length < limit ? (page.newest ?? last?.place) : last?.place
    const reached = end && positionOf(end)
    const next = reached && (!from || isAfter(reached, from)) ? reached : from
    return { events: page.events.map(({ event }) => event), next: next ? encode(next) : null }
  })
}
