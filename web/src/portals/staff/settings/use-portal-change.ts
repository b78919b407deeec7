import type { StaffPortalChange } from '@portico/contract/staff/portals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureCode } from '../../../api/api.ts'
import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changePortal, staffPortal, type TaggedPortal } from '../portal/data.ts'

/** Changes settings of a portal. Where somebody else was faster the newest state is read, so that the next attempt goes on from it. */
export const usePortalChange = (portal: TaggedPortal) => {
  const client = useQueryClient()
  const change = changePortal(client, portal.id)
  const mutation = useMutation({
    ...change,
    onSuccess: changed => {
      change.onSuccess(changed)
      void client.invalidateQueries({ queryKey: ['staff', 'portals', portal.id, 'notices'] })
      toast({ title: localized(t => t('staffPortalSettings.saved')) })
    },
    onError: error => {
      if (failureCode(error) === 'conflict') void client.invalidateQueries({ ...staffPortal(portal.id), exact: true })
    },
  })
  return {
    error: mutation.error,
    isPending: mutation.isPending,
    isCrossed: mutation.error !== null && failureCode(mutation.error) === 'conflict',
    save: (given: StaffPortalChange, onSaved?: () => void) =>
      mutation.mutate({ change: given, etag: portal.etag }, { onSuccess: onSaved }),
  }
}
