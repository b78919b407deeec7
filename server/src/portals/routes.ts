import { readCustomCss, readPortalSettings, readPrivacy } from '@portico/contract/portals'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { customCssOf, privacyOf, settingsOf } from './queries.ts'

export const portalRoutes = (app: App): void => {
  route(app, readPortalSettings, async ({ db, params }) => (await settingsOf(db, params.company)) ?? fail('not_found'))

  route(app, readPrivacy, async ({ db, params }) => (await privacyOf(db, params.company)) ?? fail('not_found'))

  route(app, readCustomCss, async ({ db, params, reply }) => {
    const css = (await customCssOf(db, params.company)) ?? fail('not_found')
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .send(css)
  })
}
