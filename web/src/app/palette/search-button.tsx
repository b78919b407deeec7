import { useRouteContext } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Suspense, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetchAhead } from '../../ui/loading/fetch-ahead.ts'

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (onMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey

/** The search in the header (spec 2; decisions 4). Its palette is loaded after the screen. */
export const TicketSearch = () => {
  const { t } = useTranslation()
  const { SearchPalette, loadPalette } = useRouteContext({ from: '__root__' })
  const [open, setOpen] = useState(false)
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
        <Suspense>
          <SearchPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
