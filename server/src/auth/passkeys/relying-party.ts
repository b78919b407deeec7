import type { FastifyRequest } from 'fastify'
import { fail } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'

/** For whom a passkey signs: the host, and the origin of the pages that may ask for it. */
export type RelyingParty = { rpId: string; origin: string }

/** The relying party of PUBLIC_URL; without one, that of the address that was called, which is then an address of this machine. */
export const relyingPartyOf = (
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { protocol, host }: FastifyRequest,
): RelyingParty => {
  const address = publicUrl ?? `${protocol}://${host}`
  if (!URL.canParse(address)) return fail('invalid_request', { detail: 'The Host header is no host.' })
  const { hostname, origin } = new URL(address)
  return { rpId: hostname, origin }
}
