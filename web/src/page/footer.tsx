import { useEffect, useRef } from 'react'
import { usePortal } from '../session/use-here.ts'
import { PortalHtml } from './portal-html.tsx'

const steps = Array.from({ length: 21 }, (_, step) => step / 20)

/** The portal's own footer, its `footerCustomHtml`. A CSS variable holds how much of it is inside the window. */
export const Footer = () => {
  const html = usePortal()?.footerCustomHtml
  const footer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!footer.current) return
    const { style } = document.documentElement
    const observer = new IntersectionObserver(
      entries => {
        const seen = entries.at(-1)?.intersectionRect.height ?? 0
        style.setProperty('--footer-seen', `${Math.round(seen)}px`)
      },
      { threshold: steps },
    )
    observer.observe(footer.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--footer-seen')
    }
  }, [])
  return (
    <footer className="shell-footer" ref={footer}>
      {html ? <PortalHtml className="footer-custom" html={html} /> : <div className="footer-custom" />}
    </footer>
  )
}
