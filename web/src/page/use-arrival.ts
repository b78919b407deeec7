import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const focusable = '.page-title, h1'

const focusOn = (element: HTMLElement) => {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

// A screen that is still on its way has no heading yet: who has not gone on by then is taken there when it comes.
const focusWhenRendered = (main: HTMLElement) => {
  const observer = new MutationObserver(() => {
    const heading = main.querySelector<HTMLElement>(focusable)
    if (document.activeElement !== main) observer.disconnect()
    else if (heading) {
      observer.disconnect()
      focusOn(heading)
    }
  })
  observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/**
 * Moves the focus to the heading of the screen that has been gone to, as a new page would: it is read out, and Tab goes on from it.
 * `main` of a screen that goes on at another address has `data-keeps-focus`: what has the focus in it keeps it.
 */
export const useArrival = () => {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting = () => {}
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged || document.querySelector('dialog[open]')) return
      stopWaiting()
      const main = document.getElementById('main')
      const heading = main?.querySelector<HTMLElement>(focusable)
      const place = main?.hasAttribute('data-keeps-focus') ? main : heading
      if (!main || (document.activeElement !== main && place?.contains(document.activeElement))) return
      focusOn(heading ?? main)
      if (!heading) stopWaiting = focusWhenRendered(main)
    })
    return () => {
      stopWaiting()
      stop()
    }
  }, [router])
}
