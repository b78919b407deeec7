import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../api/failures.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { ticketSearch } from '../../tickets/data.ts'
import { Spinner } from '../../ui/buttons/spinner.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useListbox } from '../../ui/select/use-listbox.ts'
import { useOpenEntries } from '../menu/use-menu-entries.ts'
import { entryAddress, isOpen, type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { PaletteOption } from './palette-option.tsx'
import { useDebounced } from './use-debounced.ts'
import './palette.css'

const debounce = 200

/** Props of SearchPalette. `typedEarly` is what was typed before it was loaded, with a line break for Enter. */
type SearchPaletteProps = { typedEarly: RefObject<string>; onClose: () => void }

/** Search by number, title and conversation text, and the ways to lists and a new ticket. Ctrl K, arrows and Enter do. */
export const SearchPalette = ({ typedEarly, onClose }: SearchPaletteProps) => {
  const { t } = useTranslation()
  const here = useHere()
  const { contact } = useEntered()
  const router = useRouter()
  const failureText = useFailureText()
  const [typed, setTyped] = useState(() => typedEarly.current.replaceAll('\n', ''))
  const [pendingEnter, setPendingEnter] = useState<'here' | 'newTab' | null>(() =>
    typedEarly.current.endsWith('\n') ? 'here' : null,
  )
  const q = typed.trim().slice(0, 200)
  const requested = useDebounced(q, debounce)
  const scope = contact.administrator ? 'all' : 'mine'
  const search = useQuery(ticketSearch(here, scope, requested))
  const found = search.data?.rows ?? []
  const entries = paletteEntries(contact, useOpenEntries(), found, q, section => t(`shell.menu.${section.key}`))
  const waiting = search.isFetching || requested !== q

  const goTo = (entry: PaletteEntry, inNewTab = false) => {
    const address = entryAddress(entry, here)
    if (inNewTab) window.open(router.buildLocation(address).href, '_blank', 'noopener')
    else {
      onClose()
      void router.navigate(address)
    }
  }
  const list = useListbox({
    items: entries.filter(isOpen),
    keyOf: entry => entry.key,
    textOf: entry => entry.key,
    onChoose: goTo,
    initial: 0,
    wrap: true,
  })
  const active = list.activeItem
  useEffect(() => {
    if (pendingEnter === null || waiting) return
    setPendingEnter(null)
    if (active && !search.isError) goTo(active, pendingEnter === 'newTab')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter') return list.onKeyDown(event)
    event.preventDefault()
    const inNewTab = event.ctrlKey || event.metaKey
    // Before its answer has come, Enter means its first line, not that of the search before.
    if (waiting && !list.isMoved) setPendingEnter(inNewTab ? 'newTab' : 'here')
    else if (active) goTo(active, inNewTab)
  }

  const groups = [
    { kind: 'ticket', title: requested === '' ? t('ticket.palette.recent') : t('ticket.palette.tickets') },
    { kind: 'section', title: t('ticket.palette.goTo') },
    { kind: 'new', title: t('ticket.palette.do') },
  ] as const
  const { total = 0 } = search.data ?? {}
  const count =
    requested === '' || total === 0
      ? ''
      : found.length < total
        ? t('ticket.palette.count', { shown: found.length, count: total })
        : t('ticket.palette.results', { count: total })

  // Outside of the header that opens it, whose colours are the brand's.
  return createPortal(
    <Dialog open onClose={onClose} label={t('shell.search')} className="command">
      <div className="command-input">
        <Search className="icon" aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={list.listId}
          aria-activedescendant={list.activeId}
          aria-label={t('shell.search')}
          placeholder={t('ticket.palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            list.reset()
            setPendingEnter(null)
          }}
          onKeyDown={onKeyDown}
        />
        {waiting && <Spinner />}
        <button type="button" className="command-close" aria-label={t('words.close')} onClick={onClose}>
          <kbd>Esc</kbd>
        </button>
      </div>
      {search.isError && (
        <div className="command-note" role="alert">
          <span>
            {t('ticket.palette.failed')} {failureText(search.error)}
          </span>
          <button type="button" className="link-button" onClick={() => search.refetch()}>
            {t('words.retry')}
          </button>
        </div>
      )}
      {!search.isError && !waiting && requested !== '' && found.length === 0 && (
        <p className="command-note">{t('words.noItems')}</p>
      )}
      {!contact.manageTickets && found.length > 0 && <p className="command-note">{t('tickets.list.notOpened')}</p>}
      <div className="command-list" id={list.listId} role="listbox" aria-label={t('shell.search')} aria-busy={waiting}>
        {groups.map(({ kind, title }) => {
          const own = entries.filter(entry => entry.kind === kind)
          if (own.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped by role, not by a fieldset
            <div key={kind} role="group" aria-label={title}>
              <div className="option-group" aria-hidden="true">
                {title}
              </div>
              {own.map(entry => (
                <PaletteOption
                  key={entry.key}
                  entry={entry}
                  q={q}
                  here={here}
                  option={list.optionProps(entry, entry === active)}
                  onDone={onClose}
                />
              ))}
            </div>
          )
        })}
      </div>
      <div className="command-foot">
        <span aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {t('ticket.palette.move')}
        </span>
        <span aria-hidden="true">
          <kbd>↵</kbd>
          {t('ticket.palette.open')}
        </span>
        <span aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>↵</kbd>
          {t('ticket.palette.newTab')}
        </span>
        <span role="status">{waiting ? <span className="sr-only">{t('ticket.palette.searching')}</span> : count}</span>
      </div>
    </Dialog>,
    document.body,
  )
}
