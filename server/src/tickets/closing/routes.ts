import { closeTicketByMail, readTicketClosing, type TicketClosing } from '@portico/contract/ticket-closings'
import { closedStatus } from '@portico/contract/tickets'
import { memberScope, type Scope } from '../../kernel/access/scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { hasExpired, isClosingKey, parseClosingKey } from '../../kernel/security/closing-key.ts'
import { replyTokenPurpose } from '../../kernel/security/reply-token.ts'
import { closeForCustomer } from '../conversation.ts'
import { lockTicket } from '../queries.ts'
import { mailboxOf, replyVersionOf } from '../reply-queries.ts'
import { closableTicket, contactOfTicket } from './queries.ts'

type Reader = { scope: Scope; ticketId: number }

const failEnded = (detail: 'expired' | 'withdrawn') => fail('invalid_code', { status: 410, detail })

/** Registers the calls of the link by which the reader of a mail closes its ticket without a sign-in. */
export const ticketClosingRoutes = (app: App): void => {
  const { secrets, replyAddress } = app.deps

  /** The reader of a key. Fails with `invalid_code`, 410 for a key that was good once. */
  const readerOf = async (db: Db, text: string, now: Date): Promise<Reader> => {
    const claimed = parseClosingKey(text) ?? fail('invalid_code')
    const { serviceCompanyId, ticketId, webUserId } = claimed
    const version = await replyVersionOf(db, claimed.token)
    if (version === undefined || !isClosingKey(secrets.keyFor(replyTokenPurpose), claimed, version))
      fail('invalid_code')
    if (hasExpired(claimed, now)) failEnded('expired')
    const contactId = (await contactOfTicket(db, { serviceCompanyId, ticketId })) ?? failEnded('withdrawn')
    const scope = await memberScope(db, { serviceCompanyId, contactId, webUserId })
    return scope?.flags.manageTickets ? { scope, ticketId } : failEnded('withdrawn')
  }

  const closingOf = async (db: Db, { scope, ticketId }: Reader): Promise<TicketClosing> => {
    const { ticketNumber, title, taskStatus, into } =
      (await closableTicket(db, scope, ticketId)) ?? failEnded('withdrawn')
    const at = { ...scope, ticketId }
    const isMerged = taskStatus === closedStatus && into !== null
    const shownId = isMerged ? into.id : ticketId
    return {
      ticketNumber,
      title,
      state: isMerged ? 'merged' : taskStatus === closedStatus ? 'closed' : 'open',
      mergedInto: isMerged ? into.ticketNumber : null,
      answersByMail: replyAddress !== undefined || (await mailboxOf(db, at)) !== undefined,
      page: isMerged && !into.mayOpen ? null : { contactid: scope.contactId, ticketid: shownId },
    }
  }

  route(app, readTicketClosing, async ({ db, params, now }) => closingOf(db, await readerOf(db, params.key, now)))

  route(app, closeTicketByMail, ({ db, params, now }) =>
    tx(db, async db => {
      const reader = await readerOf(db, params.key, now)
      const ticket = (await lockTicket(db, reader.scope, reader.ticketId)) ?? failEnded('withdrawn')
      await closeForCustomer(db, reader.scope, ticket, { message: '', now })
      return closingOf(db, reader)
    }),
  )
}
