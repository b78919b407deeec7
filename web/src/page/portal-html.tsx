import { lazy, Suspense } from 'react'
import { loadPart } from '../ui/loading/load-part.ts'

// The cleaner weighs more than any screen of the portal's pages, and most screens are read before it is needed.
const CleanedHtml = lazy(async () => ({ default: (await loadPart(() => import('./cleaned-html.tsx'))).CleanedHtml }))

/** HTML of a portal (footer, privacy terms), sanitised once more before it is shown. */
export const PortalHtml = (props: { html: string; className: string }) => (
  <Suspense fallback={<div className={props.className} />}>
    <CleanedHtml {...props} />
  </Suspense>
)
