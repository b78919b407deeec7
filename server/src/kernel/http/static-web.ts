import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { currentPortalKey, isPortalKeyForm, isReservedWord } from '@portico/contract/portal-key'
import type { PortalSettings } from '@portico/contract/portals'
import { defaultBaseColor } from '@portico/contract/portals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import { notFound } from './error-handler.ts'
import { assetContentSecurityPolicy, newNonce, pageContentSecurityPolicy } from './security-headers.ts'

const DAY = 24 * 3_600_000
const YEAR = 365 * DAY
const COLOR = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/deg-]+\))$/i

/** JSON that may stand in a page's script element: nothing in it can end the element. */
const inPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The path of a request, without its query. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** The portal key that a page's path names, if any. */
const companyIn = (path: string): string | undefined => {
  const [first = '', second = ''] = path.toLowerCase().split('/').filter(Boolean)
  const key = first === 'appointments' || first === 'tasks' ? second : first
  return isPortalKeyForm(key) ? currentPortalKey(key) : undefined
}

/**
 * The address under which a portal's page stands since its key became a reserved word; undefined where the path is none of a portal.
 * A word of a section may begin other addresses, so only what no section has is taken for the portal's.
 */
const movedAddress = (url: string): string | undefined => {
  const [, first = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(url) ?? []
  const key = first.toLowerCase()
  const isOfPortal = /^\/?($|\?)|^\/(login|privacy|contacts|[1-9]\d{0,15})(\/|\?|$)/i.test(rest)
  return isReservedWord(key) && isOfPortal ? `/${currentPortalKey(key)}${rest}` : undefined
}

type PortalReader = (company: string) => Promise<PortalSettings | undefined>

/**
 * Serves the built web client: files with hashed names for a year, compressed at build time; and for every other path that is no
 * file and no API the page itself, branded for the portal that the path names before any script runs.
 */
export const serveWeb = async (
  http: FastifyInstance,
  webDir: string,
  readPortal: PortalReader,
  limits: RateLimits,
): Promise<void> => {
  const page = join(webDir, 'index.html')
  if (!existsSync(page)) {
    http.setNotFoundHandler(notFound)
    return
  }
  const template = readFileSync(page, 'utf8')
  http.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/assets/'))
      reply.header('content-security-policy', assetContentSecurityPolicy)
  })
  await http.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    // A route for each file: behind one for all, the folder would be read at every request.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    immutable: true,
    maxAge: YEAR,
    index: false,
    cacheControl: true,
  })

  // Files beside the page, such as the icon: their names stay, so they are asked for again after a day.
  for (const { name } of readdirSync(webDir, { withFileTypes: true }).filter(entry => entry.isFile())) {
    if (!/\.(svg|png|ico|txt|webmanifest)$/.test(name)) continue
    http.get(`/${name}`, (_request, reply) => reply.sendFile(name, webDir, { maxAge: DAY, immutable: false }))
  }

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const company = companyIn(pathOf(request))
    // The page must come up while the database is away: it then says so itself.
    const portal = company ? await readPortal(company).catch(() => undefined) : undefined
    const moved = portal && movedAddress(request.url)
    if (moved) return reply.redirect(moved)
    const nonce = newNonce()
    const color =
      portal && portal.baseColor !== defaultBaseColor && COLOR.test(portal.baseColor) ? portal.baseColor : undefined
    const style = color ? `<style nonce="${nonce}">:root{--portal-base:${color}}</style>` : ''
    const html = template
      .replace('<!--portico:head-->', `<meta property="csp-nonce" nonce="${nonce}">${style}`)
      // Something to read before any script has come.
      .replace('<!--portico:name-->', () => escapeHtml(portal?.webPortalName ?? ''))
      .replace(
        '<!--portico:boot-->',
        () => `<script type="application/json" id="portico-boot">${inPage({ portal: portal ?? null })}</script>`,
      )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageContentSecurityPolicy(nonce))
      .send(html)
  }

  http.setNotFoundHandler(async (request, reply) => {
    await limits.page(request)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || /^\/(api|assets)(\/|$)/i.test(pathOf(request))) return notFound(request, reply)
    return answerPage(request, reply)
  })
}
