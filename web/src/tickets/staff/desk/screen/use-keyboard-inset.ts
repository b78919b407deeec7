import { useEffect } from 'react'

/**
 * Keeps in `--keyboard` how much of the window the keyboard of a phone covers, which the layout does not know by itself; meanwhile the page
 * has `data-keyboard`.
 */
export const useKeyboardInset = () => {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const root = document.documentElement
    const clear = () => {
      root.style.removeProperty('--keyboard')
      delete root.dataset.keyboard
    }
    const measure = () => {
      const covered = Math.max(Math.round(innerHeight - seen.height - seen.offsetTop), 0)
      // Less is the browser's own bar.
      if (covered <= 120 || seen.scale !== 1) return clear()
      root.style.setProperty('--keyboard', `${covered}px`)
      root.dataset.keyboard = ''
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
      clear()
    }
  }, [])
}
