import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { PortalSettings } from '@portico/contract/portals'
import { defaultBaseColor } from '@portico/contract/portals'
import { isPortalKeyForm } from '@portico/contract/values/portal-key'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import { notFound } from './error-handler.ts'
import { assetContentSecurityPolicy, newNonce, pageContentSecurityPolicy } from './security-headers.ts'

const DAY = 24 * 3_600_000
const YEAR = 365 * DAY
const COLOR = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/deg-]+\))$/i

/** JSON for a script element of a page: it contains nothing that could end the element. */
const inPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The path of a request, without its query. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** What may be a portal's key in a page's path, if anything. */
const keyIn = (path: string): string | undefined => {
  const [first = '', second = ''] = path.toLowerCase().split('/').filter(Boolean)
  const key = first === 'appointments' || first === 'tasks' ? second : first
  return isPortalKeyForm(key) ? key : undefined
}

/**
 * The new address of a page of the portal that had `key` as its key before this became a reserved word; undefined if the path is not a
 * page of that portal. The reserved word begins the addresses of a section, too, so only what no section has counts as the portal's.
 */
const movedAddress = (url: string, key: string, { webPortalKey }: PortalSettings): string | undefined => {
  const [, start = '', rest = ''] = new RegExp(`^(/(?:appointments/|tasks/)?)${key}(?![^/?])(.*)$`, 'i').exec(url) ?? []
  const isOfPortal = /^\/?($|\?)|^\/(login|privacy|contacts|documents|notifications|[1-9]\d{0,15})(\/|\?|$)/i.test(rest)
  return start.length > 1 || (start && isOfPortal) ? `${start}${webPortalKey}${rest}` : undefined
}

/** Reads the portal that a key in an address means, which has another key if this one has become a reserved word. */
type PortalReader = (key: string) => Promise<PortalSettings | undefined>

/**
 * Serves the built web client: files with hashed names, cached for a year and compressed at build time; and for every other path that is
 * neither a file nor the API, the page itself, with the branding of the portal in the path, so that it is visible before any script runs.
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
  const staffTemplate = readFileSync(join(webDir, 'staff.html'), 'utf8')
  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith('/assets/'))
      reply.header('content-security-policy', assetContentSecurityPolicy)
    done()
  })
  await http.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    // One route per file: a single route for all would read the folder at every request.
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    immutable: true,
    maxAge: YEAR,
    index: false,
    cacheControl: true,
  })

  // Files without a hash in their name, such as the icon, are cached for a day only.
  for (const { name } of readdirSync(webDir, { withFileTypes: true }).filter(entry => entry.isFile())) {
    if (!/\.(svg|png|ico|txt|webmanifest)$/.test(name)) continue
    http.get(`/${name}`, (_request, reply) => reply.sendFile(name, webDir, { maxAge: DAY, immutable: false }))
  }

  const sendPage = (reply: FastifyReply, html: string, nonce: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageContentSecurityPolicy(nonce))
      .send(html)

  /** The page of the staff room: the product's own look, whatever portals there are. */
  const answerStaffPage = async (reply: FastifyReply) => {
    const nonce = newNonce()
    const html = staffTemplate
      .replace('<!--portico:head-->', `<meta property="csp-nonce" nonce="${nonce}">`)
      .replace('<!--portico:boot-->', `<script type="application/json" id="portico-boot">null</script>`)
    return sendPage(reply, html, nonce)
  }

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyIn(pathOf(request))
    // The page must load while the database is unavailable, because it then says so itself.
    const portal = key ? await readPortal(key).catch(() => undefined) : undefined
    const moved = key && portal && portal.webPortalKey !== key ? movedAddress(request.url, key, portal) : undefined
    if (moved) return reply.redirect(moved)
    const nonce = newNonce()
    const color =
      portal && portal.baseColor !== defaultBaseColor && COLOR.test(portal.baseColor) ? portal.baseColor : undefined
    const style = color ? `<style nonce="${nonce}">:root{--portal-base:${color}}</style>` : ''
    const html = template
      .replace('<!--portico:head-->', `<meta property="csp-nonce" nonce="${nonce}">${style}`)
      // Text to read before any script has loaded.
      .replace('<!--portico:name-->', () => escapeHtml(portal?.webPortalName ?? ''))
      .replace(
        '<!--portico:boot-->',
        () => `<script type="application/json" id="portico-boot">${inPage({ portal: portal ?? null })}</script>`,
      )
    return sendPage(reply, html, nonce)
  }

  http.setNotFoundHandler(async (request, reply) => {
    await limits.page(request)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || /^\/(api|assets)(\/|$)/i.test(pathOf(request))) return notFound(request, reply)
    return /^\/staff(\/|$)/i.test(pathOf(request)) ? answerStaffPage(reply) : answerPage(request, reply)
  })
}
