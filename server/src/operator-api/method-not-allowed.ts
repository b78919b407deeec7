import { operatorRoot } from '@portico/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { fail } from '../kernel/errors/fail.ts'

type Call = { readonly method: string; readonly path: string }

const isBelowRoot = (url: string) => url.slice(0, operatorRoot.length).toLowerCase() === operatorRoot

const ORDER = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']

/** Makes the function that returns the methods of the calls at a path, in a fixed order; none if no call has this path. */
const methodsAt = (calls: readonly Call[]): ((path: string) => string[]) => {
  const byPath = new Map<string, { pattern: RegExp; methods: string[] }>()
  for (const { method, path } of calls) {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
    const { methods } = byPath.get(path) ?? { methods: [] }
    byPath.set(path, { pattern, methods: [...methods, method] })
  }
  const resources = [...byPath.values()]
  return path => {
    const methods = new Set(resources.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
    return ORDER.filter(method => methods.has(method))
  }
}

/**
 * Answers calls below the root of the operator API that none of its routes takes: 405 with `Allow` where the path has other methods, else
 * 404. Without it some would arrive at customers' routes, which have the portal's key in the place of `operator`.
 */
export const refuseOtherMethods = (http: FastifyInstance, calls: readonly Call[]): void => {
  let methodsOf: ReturnType<typeof methodsAt> | undefined
  http.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    if (!isBelowRoot(url) || isBelowRoot(routeOptions.url ?? '')) return done()
    methodsOf ??= methodsAt(calls)
    const methods = methodsOf(url.split('?', 1)[0] ?? '')
    if (methods.length === 0) fail('not_found')
    reply.header('allow', methods.join(', '))
    fail('invalid_request', { status: 405, detail: `This address takes ${methods.join(', ')}.` })
  })
}
