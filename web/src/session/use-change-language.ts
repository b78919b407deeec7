import type { Language } from '@portico/contract/language'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api.ts'
import { sayFailure } from '../api/failures.ts'
import { store } from '../api/local-storage.ts'
import { currentToken } from '../api/session-token.ts'
import { spoken } from '../text/spoken.tsx'
import { showLanguage } from '../text/texts.ts'
import { toast } from '../ui/overlay/toasts.tsx'
import { currentUser, keepLanguage } from './data.ts'

/** Shows another language at once, and keeps it here and, when signed in, with the account. */
export const useChangeLanguage = () => {
  const queryClient = useQueryClient()
  return async (language: Language) => {
    store('language', language)
    try {
      await showLanguage(language)
      if (currentToken()) queryClient.setQueryData(currentUser.queryKey, await keepLanguage(language))
    } catch (error) {
      const shown = error instanceof ApiError ? error : new ApiError({ code: 'network' })
      toast({ title: spoken(sayFailure(shown)), tone: 'danger' })
    }
  }
}
