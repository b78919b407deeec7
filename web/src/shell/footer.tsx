import { PortalHtml } from './portal-html.tsx'
import { usePortal } from './use-here.ts'

/** The portal's own footer (spec 3: footerCustomHtml). */
export const Footer = () => {
  const html = usePortal()?.footerCustomHtml
  return (
    <footer className="shell-footer">
      {html ? <PortalHtml className="footer-custom" html={html} /> : <div className="footer-custom" />}
    </footer>
  )
}
