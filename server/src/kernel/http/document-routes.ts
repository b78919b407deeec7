import { documentPage } from './document-page.ts'
import { type Api, type OpenApiDocument, openApiDocument } from './openapi.ts'
import type { App } from './route.ts'
import { newNonce } from './security-headers.ts'

/** Serves the OpenAPI document of an API and its HTML page without authentication: they contain no company's data. */
export const serveDocument = ({ http, limits }: App, api: Api): void => {
  const { root } = api
  let document: OpenApiDocument | undefined
  const made = () => {
    document ??= openApiDocument(api)
    return document
  }
  let text: string | undefined
  const open = { onRequest: limits.open }

  http.get(`${root}/openapi.json`, open, async (_request, reply) => {
    text ??= JSON.stringify(made())
    return reply.type('application/json; charset=utf-8').send(text)
  })

  // Without the trailing slash the page's relative links would not resolve.
  http.get(`${root}/`, open, async (request, reply) => {
    if (!request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect(`${root}/`)
    const nonce = newNonce()
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(documentPage(made(), nonce))
  })
}
