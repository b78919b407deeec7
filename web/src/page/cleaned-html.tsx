import { useMemo } from 'react'
import { cleanHtml } from './clean-html.ts'

/** The HTML itself: nothing but what the one allow-list lets through. */
export const CleanedHtml = ({ html, className }: { html: string; className: string }) => {
  const clean = useMemo(() => ({ __html: cleanHtml(html) }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the line above by the allow-list of the contract
  return <div className={className} dangerouslySetInnerHTML={clean} />
}
