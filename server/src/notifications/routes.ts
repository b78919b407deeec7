import { readNotification, stopNotification } from '@portico/contract/notifications'
import { fail } from '../kernel/fail.ts'
import { type App, route } from '../kernel/route.ts'
import { notificationOf, stopNotificationOf } from './queries.ts'

export const notificationRoutes = (app: App): void => {
  route(app, readNotification, async ({ db, params }) => (await notificationOf(db, params.key)) ?? fail('invalid_code'))

  void app.http.register(async http => {
    // What a mail program posts at the reader's click; it says nothing that the address does not.
    http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}))
    route({ ...app, http }, stopNotification, async ({ db, params }) => {
      if ((await stopNotificationOf(db, params.key)) === 0) fail('invalid_code')
    })
  })
}
