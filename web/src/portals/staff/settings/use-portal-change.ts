import type { StaffPortalChange } from '@portico/contract/staff/portals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changePortal, staffPortal, type TaggedPortal } from '../portal/data.ts'

/** Whether fields say the same in two states of a portal. */
const haveSame = (fields: readonly string[], one: TaggedPortal, other: TaggedPortal) => {
  const [before, now]: Partial<Record<string, unknown>>[] = [one, other]
  return fields.every(field => before?.[field] === now?.[field])
}

/**
 * Changes settings of a portal: `save` what was typed, `set` what a switch shows as it is read. Where somebody else was faster the newest
 * state is read, so that the next attempt goes on from it.
 */
export const usePortalChange = (portal: TaggedPortal) => {
  const client = useQueryClient()
  const change = changePortal(client, portal.id)
  // What is typed goes on from this state, also where a newer one is read meanwhile.
  const [begun, setBegun] = useState(portal)
  const mutation = useMutation({
    ...change,
    onSuccess: changed => {
      change.onSuccess(changed)
      setBegun(changed)
      void client.invalidateQueries({ queryKey: ['staff', 'portals', portal.id, 'notices'] })
      toast({ title: localized(t => t('staffPortalSettings.saved')) })
    },
    onError: async error => {
      if (failureCode(error) !== 'conflict') return
      const { queryKey } = staffPortal(portal.id)
      await client.invalidateQueries({ queryKey, exact: true })
      setBegun(client.getQueryData(queryKey) ?? portal)
    },
  })
  const set = (given: StaffPortalChange) => mutation.mutate({ change: given, etag: portal.etag })
  const save = (given: StaffPortalChange, onSaved: () => void) => {
    const { etag } = haveSame(Object.keys(given), begun, portal) ? portal : begun
    mutation.mutate({ change: given, etag }, { onSuccess: onSaved })
  }
  return {
    error: mutation.error,
    isPending: mutation.isPending,
    isCrossed: mutation.error !== null && failureCode(mutation.error) === 'conflict',
    set,
    save,
  }
}
