import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'

/** Says that something is gone, or archived because tickets have it. */
export const tellRemoved = (name: string, outcome: 'removed' | 'archived' | undefined): void => {
  toast({
    title: localized(t =>
      outcome === 'archived'
        ? t('staffPortalSettings.tickets.archived', { name })
        : t('staffPortalSettings.tickets.removed', { name }),
    ),
  })
}

/** Says why something was not done. */
export const tellFailure = (error: unknown): void => {
  toast({ title: localized(localizedFailure(error)), tone: 'danger' })
}
