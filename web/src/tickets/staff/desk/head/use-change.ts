import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureCode } from '../../../../api/api.ts'
import { localizedFailure } from '../../../../api/failures.ts'
import { localized } from '../../../../text/localized.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import { type OpenTicket, staffTicket } from '../../data.ts'
import { changeTicket } from '../data.ts'
import { type Conflict, type Property, type PropertyValue, settle } from '../properties.ts'

/** A change that is on its way, for the screen to show at once. */
export type Pending = { property: Property; text: string | null }

const triesMost = 3

/** Changes properties of a ticket. What somebody else has changed meanwhile stays beside one's own value until one is chosen. */
export const useChange = (ticket: OpenTicket) => {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(changeTicket(client, ticket.id))
  const [pending, setPending] = useState<Pending | null>(null)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])

  const leave = (property: Property) => setConflicts(now => now.filter(one => one.property !== property))

  const tryChange = async (base: OpenTicket, property: Property, mine: PropertyValue, tries = 1): Promise<void> => {
    try {
      await mutateAsync({ changes: { [property]: mine.value }, etag: base.etag })
    } catch (error) {
      if (failureCode(error) !== 'conflict' || tries === triesMost) throw error
      const now = await client.fetchQuery({ ...staffTicket(base.id), staleTime: 0 })
      const result = settle(base, now, property, mine)
      if (result === 'again') return tryChange(now, property, mine, tries + 1)
      if (result !== 'done') setConflicts(others => [...others.filter(one => one.property !== property), result])
    }
  }

  const change = async (property: Property, mine: PropertyValue) => {
    leave(property)
    setPending({ property, text: mine.text })
    try {
      await tryChange(ticket, property, mine)
    } catch (error) {
      toast({
        tone: 'danger',
        title: localized(t => t('staffTicket.change.failed')),
        text: localized(localizedFailure(error)),
      })
    } finally {
      setPending(null)
    }
  }

  return { change, pending, conflicts, leave }
}

/** See {@link useChange}. */
export type Change = ReturnType<typeof useChange>
