import { readNotification, stopNotification } from '@portico/contract/notifications'
import { tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { markStopped, notificationOf } from './queries.ts'

export const notificationRoutes = (app: App): void => {
  route(app, readNotification, async ({ db, params }) => (await notificationOf(db, params.key)) ?? fail('invalid_code'))

  void app.http.register(async http => {
    // Mail clients post a form for one-click unsubscribe (RFC 8058). Its content does not matter: the key is in the path.
    http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}))
    route({ ...app, http }, stopNotification, async ({ db, params, now }) => {
      await tx(db, async db => {
        const { kind, before, ...subscriber } = (await markStopped(db, params.key)) ?? fail('invalid_code')
        if (subscriber.webUserId === null || before) return
        const detail = { notifications: { [kind]: false } }
        await recordEvent(db, subscriber, { type: 'profile.changed', detail }, now)
      })
    })
  })
}
