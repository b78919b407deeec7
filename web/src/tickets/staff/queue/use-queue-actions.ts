import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFailureCode, localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import type { Translate } from '../../../text/use-text.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changeTickets, type QueueChange, type QueueChangeResult } from '../data.ts'
import { type ChangeOf, failuresOf, undoOf } from './queue-changes.ts'

/** A change of tickets, and what it sets in words; `stepStatus` is the state of the step that it sets. */
export type NamedChange = {
  what: 'assigned' | 'unassigned' | 'group' | 'step' | 'type' | 'closed'
  name?: string
  change: QueueChange
  stepStatus?: number
}

const failureText = (t: Translate, code: string) => t(`errors.${isFailureCode(code) ? code : 'internal'}`)

const toastFailures = (tickets: readonly StaffTicketListed[], results: readonly QueueChangeResult[]) => {
  const failures = failuresOf(results)
  if (failures.length === 0) return
  const numberOf = (id: number) => `#${tickets.find(one => one.id === id)?.ticketNumber ?? id}`
  const count = failures.reduce((sum, [, ids]) => sum + ids.length, 0)
  toast({
    tone: 'danger',
    title: localized(t => t('staffQueue.done.failed', { count })),
    text: localized(t =>
      failures
        .map(([code, ids]) =>
          t('staffQueue.done.failure', { numbers: ids.map(numberOf).join(', '), reason: failureText(t, code) }),
        )
        .join(' '),
    ),
  })
}

/** Changes one ticket or several, says what became of them, and offers to undo it where that can be. */
export const useQueueActions = () => {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeTickets(client))

  const undo = async (tickets: readonly StaffTicketListed[], changes: readonly ChangeOf[]) => {
    const results: QueueChangeResult[] = []
    try {
      for (const one of changes) results.push(...(await mutateAsync(one)))
    } catch (error) {
      return void toast({ tone: 'danger', title: localized(localizedFailure(error)) })
    }
    toastFailures(tickets, results)
    if (results.some(({ error }) => !error)) toast({ title: localized(t => t('staffQueue.done.undone')) })
  }

  /** Resolves to the tickets that were not changed. */
  const apply = async (tickets: readonly StaffTicketListed[], { what, name, change, stepStatus }: NamedChange) => {
    let results: QueueChangeResult[]
    try {
      results = await mutateAsync({ ids: tickets.map(({ id }) => id), change })
    } catch (error) {
      toast({ tone: 'danger', title: localized(localizedFailure(error)) })
      return tickets.map(({ id }) => id)
    }
    toastFailures(tickets, results)
    const isChanged = new Set(results.filter(({ changed }) => changed).map(({ ticketId }) => ticketId))
    const changed = tickets.filter(({ id }) => isChanged.has(id))
    const failed = results.flatMap(({ ticketId, error }) => (error ? [ticketId] : []))
    const count = changed.length
    const back = undoOf(changed, change, stepStatus)
    if (count > 0)
      toast({
        title: localized(t => t(`staffQueue.done.${what}`, { count, name })),
        about: 'queue change',
        ...(back.length > 0 && {
          action: { text: localized(t => t('staffQueue.done.undo')), onAction: () => void undo(changed, back) },
        }),
      })
    else if (failed.length === 0) toast({ tone: 'info', title: localized(t => t('staffQueue.done.none')) })
    return failed
  }
  return { apply, isWorking: isPending }
}
