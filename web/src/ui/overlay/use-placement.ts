import { useLayoutEffect, useRef } from 'react'

const margin = 8

/** Keeps an element below its anchor inside the window: shifted sideways, or above the anchor if there is more room. */
export const usePlacement = <Node extends HTMLElement>(open: boolean) => {
  const ref = useRef<Node>(null)
  useLayoutEffect(() => {
    const node = ref.current
    if (!open || !node) return
    const place = () => {
      node.style.removeProperty('--popover-shift')
      delete node.dataset.side
      const anchor = node.parentElement?.getBoundingClientRect()
      const box = node.getBoundingClientRect()
      const over = box.right - (document.documentElement.clientWidth - margin)
      const shift = Math.min(over, box.left - margin)
      if (shift > 0) node.style.setProperty('--popover-shift', `${-shift}px`)
      if (anchor && box.bottom > window.innerHeight && anchor.top > window.innerHeight - anchor.bottom)
        node.dataset.side = 'top'
    }
    place()
    window.addEventListener('resize', place)
    return () => window.removeEventListener('resize', place)
  }, [open])
  return ref
}
