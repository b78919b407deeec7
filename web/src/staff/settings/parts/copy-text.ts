import type { LocalizedText } from '../../../text/localized.tsx'
import { localized } from '../../../text/localized.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'

/** Copies a text, and says whether that was possible. */
export const copyText = async (text: string, { done, failed }: { done: LocalizedText; failed: LocalizedText }) => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: localized(done) })
  } catch {
    toast({ title: localized(failed), tone: 'warning' })
  }
}
