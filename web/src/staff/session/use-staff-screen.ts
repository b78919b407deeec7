import { useEffect } from 'react'

/** Names the screen: in `data-screen` of the page and in its title. */
export const useStaffScreen = (screen: string, title: string | undefined) => {
  useEffect(() => {
    document.documentElement.dataset.screen = screen
  }, [screen])
  useEffect(() => {
    document.title = [title, 'Portico'].filter(Boolean).join(' · ')
  }, [title])
}
