import { useEffect } from 'react'
import { nameTab } from './page-title.ts'
import { usePortal } from './use-here.ts'

const titled: { screen?: string | undefined; panel?: string | undefined; portal?: string | undefined } = {}

const name = (change: typeof titled) => {
  const { panel, screen, portal } = Object.assign(titled, change)
  nameTab([panel, screen, portal].filter(Boolean).join(' · ') || 'Portico')
}

/** Names what is open beside a list in the title of the page, before the screen, as long as it is. */
export const usePanelTitle = (panel: string | undefined) => {
  useEffect(() => {
    name({ panel })
    return () => name({ panel: undefined })
  }, [panel])
}

/** Names the screen: in `data-screen` of the page (a contract for a portal's CSS) and in its title. */
export const useScreen = (screen: string, title: string | undefined) => {
  const portalName = usePortal()?.webPortalName
  useEffect(() => {
    document.documentElement.dataset.screen = screen
  }, [screen])
  useEffect(() => {
    name({ screen: title, portal: portalName })
  }, [title, portalName])
}
