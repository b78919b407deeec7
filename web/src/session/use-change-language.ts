import type { Language } from '@portico/contract/language'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api.ts'
import { localizedFailure } from '../api/failures.ts'
import { store } from '../api/local-storage.ts'
import { currentToken } from '../api/session-token.ts'
import { isViewing } from '../api/viewing-tab.ts'
import { localized } from '../text/localized.tsx'
import { showLanguage } from '../text/texts.ts'
import { toast } from '../ui/overlay/toasts.tsx'
import { currentUser, storeLanguage } from './data.ts'

/** Shows another language at once, and keeps it here and, when signed in, with the account. */
export const useChangeLanguage = () => {
  const queryClient = useQueryClient()
  return async (language: Language) => {
    store('language', language)
    try {
      await showLanguage(language)
      if (currentToken() && !isViewing) queryClient.setQueryData(currentUser.queryKey, await storeLanguage(language))
    } catch (error) {
      const shown = error instanceof ApiError ? error : new ApiError({ code: 'network' })
      toast({ title: localized(localizedFailure(shown)), tone: 'danger' })
    }
  }
}
