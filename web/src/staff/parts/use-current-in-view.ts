import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A ref for a row of links that may be wider than its place: after each change of the address the current one is scrolled to. */
export const useCurrentInView = () => {
  const nav = useRef<HTMLElement>(null)
  const { href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address changes
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [href])
  return nav
}
