import { Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../text/texts.ts'
import { ticketTexts } from '../../tickets/section.ts'
import { useFetchAhead } from '../../ui/loading/fetch-ahead.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { EarlyKeys } from './early-keys.tsx'

const loadPalette = withTexts(() => import('./search-palette.tsx'), ticketTexts)
const SearchPalette = lazy(async () => ({ default: (await loadPart(loadPalette)).SearchPalette }))

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (onMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey

/** The header's search of tickets. Its palette is loaded after the screen. */
export const SearchButton = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const typed = useRef('')
  const close = useCallback(() => {
    typed.current = ''
    setOpen(false)
  }, [])
  useFetchAhead(loadPalette)
  // Before the first paint: who sees the page may use its keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className="header-control search-trigger"
        aria-haspopup="dialog"
        aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Search className="icon" aria-hidden="true" />
        <span className="header-label">{t('shell.search')}</span>
        <kbd>{onMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open && (
        <Suspense fallback={<EarlyKeys typed={typed} onEscape={close} />}>
          <SearchPalette typedEarly={typed} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
