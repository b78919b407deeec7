import { useMemo } from 'react'
import { formatOf } from '../text/format-of.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { usePortal } from './use-here.ts'

/** Dates and amounts in the reader's language and the portal's time zone. */
export const useFormat = () => {
  const locale = localeOf(useLanguage())
  const timeZone = usePortal()?.timeZone ?? 'Europe/Rome'
  return useMemo(() => formatOf({ locale, timeZone }), [locale, timeZone])
}

/** What `useFormat` gives, for what is drawn many times. */
export type Format = ReturnType<typeof useFormat>
