import { type StaffLiveEvent, setStaffPresence, streamStaffEvents } from '@portico/contract/staff/events'
import { findValidStaff, type StaffScope } from '../kernel/access/staff-scope.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import type { EventHub } from './hub.ts'
import type { Presence } from './presence.ts'
import type { EventRow } from './queries.ts'
import { toBoardEvent, toListEvent, toMailEvent, toTicketEvent } from './staff-messages.ts'
import { staffEventsAfter, staffPositionSince } from './staff-queries.ts'
import { answerStream } from './stream.ts'

/** Tells a reader once what several events of one transaction say. */
const messageOnce = (scope: StaffScope) => {
  let last = ''
  return (event: EventRow) => {
    const message =
      toTicketEvent(scope, event) ??
      toBoardEvent(scope, event) ??
      toMailEvent(scope, event) ??
      toListEvent(scope, event)
    if (!message) return undefined
    const told = `${event.transaction} ${JSON.stringify(message)}`
    if (told === last) return undefined
    last = told
    return message
  }
}

export const staffEventRoutes = (app: App, hub: EventHub, presence: Presence): void => {
  const audience = hub.openAudience<StaffScope>({
    sessionOf: ({ staffSessionId }) => staffSessionId,
    findValid: findValidStaff,
    onEvent: presence.follow,
  })

  route(app, streamStaffEvents, call => {
    const { db, scope } = call
    return answerStream<StaffScope, StaffLiveEvent>(call, {
      audience,
      scope,
      sessionId: scope.staffSessionId,
      findPosition: since => staffPositionSince(db, scope, since),
      readMissed: (position, limit) => staffEventsAfter(db, scope, position, limit),
      messageOf: messageOnce(scope),
      onBegin: send => presence.subscribe({ scope, send }),
    })
  })

  route(app, setStaffPresence, async ({ scope, params, body }) => {
    if (!(await presence.set(scope, params.ticketid, body.state))) fail('not_found')
  })
}
