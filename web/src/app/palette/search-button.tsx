import { Search } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { withTexts } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { ticketTexts } from '../../tickets/section.ts'
import { useFetchAhead } from '../../ui/loading/fetch-ahead.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { EarlyKeys } from '../../ui/palette/early-keys.tsx'
import { isPaletteShortcut, paletteShortcut, usePalette } from '../../ui/palette/use-palette.ts'

const loadPalette = withTexts(() => import('./search-palette.tsx'), ticketTexts)
const SearchPalette = lazy(async () => ({ default: (await loadPart(loadPalette)).SearchPalette }))

/** The header's search of tickets. Its palette is loaded after the screen. */
export const SearchButton = () => {
  const { t } = useText()
  const { isOpen, open, close, typed } = usePalette()
  useFetchAhead(loadPalette)
  // Before the first paint: who sees the page may use its keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteShortcut(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
  return (
    <>
      <button
        type="button"
        className="header-control search-trigger"
        aria-haspopup="dialog"
        aria-keyshortcuts={paletteShortcut.name}
        onClick={open}
      >
        <Search className="icon" aria-hidden="true" />
        <span className="header-label">{t('shell.search')}</span>
        <kbd>{paletteShortcut.written}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<EarlyKeys typed={typed} onEscape={close} />}>
          <SearchPalette typedEarly={typed} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
