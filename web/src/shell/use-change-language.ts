import type { Language } from '@portico/contract/auth'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api.ts'
import { currentUser, keepLanguage } from '../auth/data.ts'
import { spoken } from '../text/spoken.tsx'
import { showLanguage } from '../text/texts.ts'
import { toast } from '../ui/toasts.tsx'
import { sayFailure } from './failures.ts'
import { currentToken } from './session.ts'
import { store } from './storage.ts'

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
