import * as auth from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as files from './files.ts'
import * as portals from './portals.ts'
import * as tickets from './tickets.ts'
import * as wiki from './wiki.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** Every endpoint of the API, found by itself: the OpenAPI document, the access matrix and the server's own check read it. */
export const everyEndpoint: Endpoint[] = [auth, portals, tickets, wiki, events, files].flatMap(section =>
  Object.values(section).filter(isEndpoint),
)
