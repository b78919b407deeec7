import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useKeys } from '../../staff/session/use-keys.ts'
import { staffSettingsTexts } from '../../staff/settings/section.ts'
import { withTexts } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { useFetchAhead } from '../../ui/loading/fetch-ahead.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { EarlyKeys } from '../../ui/palette/early-keys.tsx'
import { paletteShortcut, usePalette } from '../../ui/palette/use-palette.ts'
import { staffPaletteTexts } from '../sections/palette-texts.ts'

const loadPalette = withTexts(() => import('./staff-palette.tsx'), staffPaletteTexts, staffSettingsTexts)
const StaffPalette = lazy(async () => ({ default: (await loadPart(loadPalette)).StaffPalette }))

const loadKeySheet = withTexts(() => import('../keys/key-sheet.tsx'), staffPaletteTexts)
const KeySheet = lazy(async () => ({ default: (await loadPart(loadKeySheet)).KeySheet }))

/** The rail's search with its palette, and the sheet of keys. Both are loaded after the screen. */
export const SearchButton = () => {
  const { t } = useText()
  const { isOpen, open, close, typed } = usePalette()
  const [isListing, setListing] = useState(false)
  useFetchAhead(loadPalette)
  useFetchAhead(loadKeySheet)
  useKeys('everywhere', [
    { keys: 'Control+k', text: t('staffShell.searchKey'), run: open },
    { keys: '?', text: t('staffShell.keysKey'), run: () => setListing(true) },
  ])
  return (
    <>
      <button
        type="button"
        className="rail-item"
        aria-haspopup="dialog"
        aria-keyshortcuts={paletteShortcut.name}
        onClick={open}
      >
        <Search className="icon" aria-hidden="true" />
        <span>{t('staffShell.search')}</span>
        <kbd>{paletteShortcut.written}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<EarlyKeys typed={typed} onEscape={close} />}>
          <StaffPalette typedEarly={typed} onClose={close} onShowKeys={() => setListing(true)} />
        </Suspense>
      )}
      {isListing && (
        <Suspense>
          <KeySheet onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  )
}
