import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../html/escape-html.ts'
import { type Api, openApiDocument } from './openapi.ts'
import type { App } from './route.ts'
import { newNonce } from './security-headers.ts'

/** The built script of the reference page; undefined where the web client is not built. */
const referenceScript = (webDir: string): string | undefined => {
  const assets = join(webDir, 'assets')
  return existsSync(assets) ? readdirSync(assets).find(name => /^reference-[\d.]+\.js$/.test(name)) : undefined
}

/** It may run our own script and its search, style itself and read the document; nothing comes from another host. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    'worker-src blob:',
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const page = (
  title: string,
  script: string,
  nonce: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style nonce="${nonce}">body{margin:0}</style></head>
<body><main id="reference"><a href="openapi.json">OpenAPI 3.1</a></main>
<script src="/assets/${script}" nonce="${nonce}"></script></body></html>`

/** Serves the OpenAPI document of an API and its reference page without authentication: they contain no company's data. */
export const serveDocument = ({ http, deps, limits }: App, api: Api): void => {
  const { root, title } = api
  const open = { onRequest: limits.open }
  let text: string | undefined

  http.get(`${root}/openapi.json`, open, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(api))
    return reply.type('application/json; charset=utf-8').send(text)
  })

  const script = referenceScript(deps.webDir)
  http.get(`${root}/`, open, async (request, reply) => {
    // Without the trailing slash the page's relative links would not resolve.
    if (!request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect(`${root}/`)
    if (!script) return reply.redirect(`${root}/openapi.json`)
    const nonce = newNonce()
    return reply
      .header('content-security-policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send(page(title, script, nonce))
  })
}
