import { useSyncExternalStore } from 'react'
import { type Density, type Scheme, store, stored } from '../api/local-storage.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Applies the reader's colour scheme and density to the page; `system` follows the system's setting when it changes. */
export const applyAppearance = () => {
  const { dataset } = document.documentElement
  const scheme = stored('scheme') ?? 'system'
  dataset.scheme = scheme === 'system' ? (dark.matches ? 'dark' : 'light') : scheme
  dataset.density = stored('density') ?? 'comfortable'
  for (const listener of listeners) listener()
}

dark.addEventListener('change', applyAppearance)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The reader's choice of colours and the way to change it. */
export const useScheme = () =>
  [
    useSyncExternalStore(subscribe, () => stored('scheme') ?? 'system'),
    (scheme: Scheme) => {
      store('scheme', scheme)
      applyAppearance()
    },
  ] as const

/** The reader's choice of density and the way to change it. */
export const useDensity = () =>
  [
    useSyncExternalStore(subscribe, () => stored('density') ?? 'comfortable'),
    (density: Density) => {
      store('density', density)
      applyAppearance()
    },
  ] as const
