import type { SecurityAct, SecurityReason, SecurityResult } from '../security-log.ts'

/** The words of the security log in one language, on its page and in its CSV file. */
export type SecurityWords = {
  acts: Record<SecurityAct, string>
  results: Record<SecurityResult, string>
  reasons: Record<SecurityReason, string>
}
