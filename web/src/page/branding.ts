import { defaultBaseColor, type PortalSettings } from '@portico/contract/portals'
import { useEffect, useLayoutEffect } from 'react'
import { usePortal, usePortalSettled } from '../session/use-here.ts'

const styleId = 'portal-css'
const overlayDelay = 200

const sameColor = (one: string, other: string) => one.replace(/\s/g, '').toLowerCase() === other

// The last sheet of the page and in no layer, so that a plain rule of the portal wins.
const linkCss = (href: string | null) => {
  const present = document.getElementById(styleId)
  if (present?.getAttribute('href') === href) return
  present?.remove()
  if (!href) return
  const link = document.createElement('link')
  link.id = styleId
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}

/** Puts a portal's colour, key and style sheet on the page; everything else is derived in CSS. */
const applyBranding = (portal: PortalSettings | undefined) => {
  const { style, dataset } = document.documentElement
  const color = portal?.baseColor
  const own = color !== undefined && !sameColor(color, defaultBaseColor) && CSS.supports('color', color)
  // `initial` is a property that is not set, whatever the page was served with.
  style.setProperty('--portal-base', own ? color : 'initial')
  if (portal) dataset.portal = portal.webPortalKey
  else delete dataset.portal
  linkCss(portal?.customCss ?? null)
}

// Beneath the content: nobody waits for it.
const hideOverlay = () => document.getElementById('loading')?.setAttribute('data-gone', '')

/** Applies the branding of the portal in the address. The overlay is removed 200 ms after the settings have arrived. */
export const useBranding = () => {
  const portal = usePortal()
  const settled = usePortalSettled()
  useLayoutEffect(() => {
    if (settled) applyBranding(portal)
  }, [portal, settled])
  useEffect(() => {
    if (!settled) return
    const timer = setTimeout(hideOverlay, overlayDelay)
    return () => clearTimeout(timer)
  }, [settled])
}
