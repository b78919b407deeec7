import type { OperatorDocument } from '../kernel/operator-openapi.ts'
import { operatorRoot } from '../kernel/operator-route.ts'
import type { App } from '../kernel/route.ts'

/** The document of the operator API, open to everybody: it tells nothing of any company. */
export const operatorDocumentRoutes = ({ http, limits }: App, makeDocument: () => OperatorDocument): void => {
  let text: string | undefined
  http.get(`${operatorRoot}/openapi.json`, { onRequest: request => limits.open(request) }, async (_request, reply) => {
    text ??= JSON.stringify(makeDocument())
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
