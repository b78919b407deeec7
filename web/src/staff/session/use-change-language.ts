import type { Language } from '@portico/contract/language'
import { ApiError } from '../../api/api.ts'
import { localizedFailure } from '../../api/failures.ts'
import { store } from '../../api/local-storage.ts'
import { localized } from '../../text/localized.tsx'
import { showLanguage } from '../../text/texts.ts'
import { toast } from '../../ui/overlay/toasts.tsx'

/** Shows another language at once, and keeps it in this browser. */
export const useChangeLanguage = () => async (language: Language) => {
  store('language', language)
  try {
    await showLanguage(language)
  } catch (error) {
    const shown = error instanceof ApiError ? error : new ApiError({ code: 'network' })
    toast({ title: localized(localizedFailure(shown)), tone: 'danger' })
  }
}
