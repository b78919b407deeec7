import { localizedFailure } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'

/** Says in a toast why something was not done. */
export const toastFailure = (error: unknown): void => {
  toast({ title: localized(localizedFailure(error)), tone: 'danger' })
}
