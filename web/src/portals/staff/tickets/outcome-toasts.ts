import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'

/** Says that something is gone, or archived because tickets have it. */
export const toastRemoved = (name: string, outcome: 'removed' | 'archived' | undefined): void => {
  toast({
    title: localized(t =>
      outcome === 'archived'
        ? t('staffPortalSettings.tickets.archived', { name })
        : t('staffPortalSettings.tickets.removed', { name }),
    ),
  })
}
