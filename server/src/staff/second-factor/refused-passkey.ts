import type { SecurityAct } from '@portico/contract/security-log'
import type { FastifyRequest } from 'fastify'
import type { Holder } from '../../auth/passkeys/passkey-queries.ts'
import type { RefusedPasskey } from '../../auth/passkeys/use-passkey.ts'
import type { Db } from '../../kernel/database/db.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { sendAccountNotice } from '../account-notice.ts'
import type { StaffAccount } from '../account-queries.ts'

/** The account that has a passkey. */
export const accountOf = ({ serviceCompanyId, holderId }: Holder): StaffAccount => ({
  serviceCompanyId,
  staffAccountId: holderId,
})

/** Logs a passkey of the staff that opened nothing, and mails the owner of one that may be copied. */
export const reportRefusedPasskey =
  (deps: Deps, { db, request, now }: { db: Db; request: FastifyRequest; now: Date }, what: SecurityAct) =>
  async ({ reason, passkey }: RefusedPasskey): Promise<void> => {
    const account = passkey && accountOf(passkey)
    const origin = originOf(request)
    deps.security.record({ what, result: 'failed', reason, ...account, origin })
    if (account && reason === 'copiedPasskey')
      await sendAccountNotice(db, deps, account, { kind: 'passkeyCopied', origin, now })
  }
