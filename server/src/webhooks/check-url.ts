import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import {
  allowedAddresses,
  isNamed,
  RefusedAddress,
  readServerUrl,
  requirePort,
} from '../kernel/security/public-address.ts'

/** Checks the address of a webhook and returns it in its usual form; `invalid_request` at `body.url` if it may not be sent to. */
export type CheckUrl = (scope: { serviceCompanyId: number }, text: string) => Promise<string>

/** Service companies with a DNS lookup in progress, by whichever API. */
const companiesLookingUp = new Set<number>()

/** Makes the check of addresses, which programs and staff share. */
export const openUrlCheck = ({
  webhookAllowPrivate,
  webhookPorts,
}: Pick<Deps, 'webhookAllowPrivate' | 'webhookPorts'>): CheckUrl => {
  /** Allows one DNS lookup per company, because lookups that time out would delay those of other companies. */
  const lookUpHost = async (company: number, url: URL) => {
    if (companiesLookingUp.has(company))
      fail('too_many_requests', { retryAfter: 5, detail: 'Another name is being looked up for the company.' })
    companiesLookingUp.add(company)
    try {
      await allowedAddresses(url, webhookAllowPrivate)
    } finally {
      companiesLookingUp.delete(company)
    }
  }

  return async ({ serviceCompanyId }, text) => {
    try {
      const url = readServerUrl(text)
      await (isNamed(url) ? lookUpHost(serviceCompanyId, url) : allowedAddresses(url, webhookAllowPrivate))
      requirePort(url, webhookPorts)
      return url.href
    } catch (error) {
      if (error instanceof RefusedAddress) return failAt('invalid_request', 'body.url', error.message)
      throw error
    }
  }
}
