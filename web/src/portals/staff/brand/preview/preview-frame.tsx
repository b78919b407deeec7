import { defaultBaseColor } from '@portico/contract/portals'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { productCss } from './product-css.ts'

// No script runs in it, so that a portal's CSS meets nothing but sample data, and it loads only fonts and pictures of our own. The sheets are
// given by the page around it, which no policy of the frame hinders.
const blank = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src 'self' data:; font-src 'self'"></head><body></body></html>`

type PreviewFrameProps = {
  title: string
  width: number
  height: number
  lang: string
  /** The attributes of the root by which styles distinguish pages. */
  root: { portal: string; screen: string; scheme: 'light' | 'dark' }
  baseColor: string
  /** The portal's own sheet, which comes last and in no layer, as on the portal's pages. */
  css: string
  children: ReactNode
}

type Sheets = { product: CSSStyleSheet; own: CSSStyleSheet }

const openSheets = (page: Document): Sheets | undefined => {
  const frame = page.defaultView as (Window & typeof globalThis) | null
  if (!frame) return undefined
  const sheets = { product: new frame.CSSStyleSheet(), own: new frame.CSSStyleSheet() }
  sheets.product.replaceSync(productCss)
  page.adoptedStyleSheets = [sheets.product, sheets.own]
  return sheets
}

/** A page of the portal with sample data in a frame of its own, in the portal's colours and sheet. Nothing in it can be used. */
export const PreviewFrame = ({ title, width, height, lang, root, baseColor, css, children }: PreviewFrameProps) => {
  const [page, setPage] = useState<{ document: Document; sheets: Sheets }>()
  const { portal, screen, scheme } = root
  useLayoutEffect(() => {
    if (!page) return
    const { documentElement: html, body } = page.document
    Object.assign(html.dataset, { portal, screen, scheme, density: 'comfortable' })
    html.lang = lang
    html.style.setProperty('--portal-base', baseColor.replace(/\s/g, '') === defaultBaseColor ? 'initial' : baseColor)
    body.inert = true
  }, [page, portal, screen, scheme, lang, baseColor])
  useLayoutEffect(() => {
    // A sheet of this kind takes no imports, and says so on the console.
    page?.sheets.own.replaceSync(css.replace(/@import[^;]*;?/gi, ''))
  }, [page, css])
  return (
    <iframe
      className="brand-frame"
      title={title}
      sandbox="allow-same-origin"
      tabIndex={-1}
      srcDoc={blank}
      width={width}
      height={height}
      onLoad={({ currentTarget: { contentDocument } }) => {
        const sheets = contentDocument && openSheets(contentDocument)
        if (sheets) setPage({ document: contentDocument, sheets })
      }}
    >
      {page && createPortal(children, page.document.body)}
    </iframe>
  )
}
