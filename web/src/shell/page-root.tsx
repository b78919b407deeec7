import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Toasts } from '../ui/toasts.tsx'
import { useArrival } from './use-arrival.ts'

/** What is there at every address: the screen, and the messages above it. */
export const PageRoot = () => {
  const { t } = useTranslation()
  useArrival()
  return (
    <>
      <Outlet />
      <Toasts labels={{ region: t('shell.notifications'), dismiss: t('words.dismiss') }} />
    </>
  )
}
