import type { Language } from '@portico/contract/language'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { localizedFailure } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { useLanguage } from '../../text/texts.ts'
import { toast } from '../../ui/overlay/toasts.tsx'
import { keepPreferences, staffMe } from './data.ts'
import { useChangeLanguage } from './use-change-language.ts'
import { holdLetterKeys } from './use-keys.ts'
import { useMe } from './use-me.ts'

/** Changes language and single-letter keys, here at once and for the account. */
export const useChangePreferences = () => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const showLanguage = useChangeLanguage()
  const { mutate } = useMutation({
    ...keepPreferences,
    onSuccess: me => {
      queryClient.setQueryData(staffMe.queryKey, me)
      void router.invalidate()
    },
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  return {
    changeLanguage: (language: Language) => {
      void showLanguage(language)
      mutate({ language })
    },
    changeKeys: (keys: boolean) => {
      holdLetterKeys(keys)
      mutate({ keys })
    },
  }
}

/** Applies what the account keeps: its language, and whether single letters are keys. */
export const useOwnPreferences = () => {
  const { language, keys } = useMe()
  const shown = useLanguage()
  const showLanguage = useChangeLanguage()
  useEffect(() => holdLetterKeys(keys), [keys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each account; later the reader may choose another
  useEffect(() => {
    if (language && language !== shown) void showLanguage(language)
  }, [language])
}
