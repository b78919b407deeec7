import { useEffect } from 'react'
import { nameTab } from './page-title.ts'
import { usePortal } from './use-here.ts'

/** Names the screen: in `data-screen` of the page (a contract for a portal's CSS) and in its title. */
export const useScreen = (name: string, title: string | undefined) => {
  const portalName = usePortal()?.webPortalName
  useEffect(() => {
    document.documentElement.dataset.screen = name
  }, [name])
  useEffect(() => {
    nameTab([title, portalName].filter(Boolean).join(' · ') || 'Portico')
  }, [title, portalName])
}
