import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from '../buttons/spinner.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { useListbox } from '../select/use-listbox.ts'
import './palette.css'

/** What a palette's line gets to be an option of its list. */
export type PaletteOptionProps = ReturnType<ReturnType<typeof useListbox>['optionProps']>

/** The lines of one kind, under a title. */
type PaletteGroup<Entry> = { key: string; title: string; entries: readonly Entry[] }

/** The texts of a palette. */
type PaletteLabels = {
  name: string
  placeholder: string
  close: string
  move: string
  open: string
  newTab: string
  searching: string
}

/**
 * Props of Palette. `waiting`: the lines are not yet those of what is typed, so Enter waits for them; `failed`: they do not come.
 * `typedEarly` is what was typed before the palette was there, with a line break for Enter: see EarlyKeys. `onKey` has the keys first and says whether it took one.
 */
export type PaletteProps<Entry extends { key: string }> = {
  labels: PaletteLabels
  typed: string
  onType: (text: string) => void
  typedEarly: RefObject<string>
  groups: readonly PaletteGroup<Entry>[]
  isOpen: (entry: Entry) => boolean
  drawOption: (entry: Entry, option: PaletteOptionProps) => ReactNode
  waiting: boolean
  failed: boolean
  onGo: (entry: Entry, inNewTab: boolean) => void
  onKey?: (event: KeyboardEvent) => boolean
  onClose: () => void
  /** Above the lines: what failed, or that nothing was found. */
  notes?: ReactNode
  /** Between the field and the notes. */
  scopes?: ReactNode
  /** More keys in the foot. */
  hints?: ReactNode
  /** How many were found, in words. */
  count: string
  className?: string
}

/** A search in a dialog, with its lines below it: arrows and Enter do, and the field keeps the focus. */
export const Palette = <Entry extends { key: string }>({
  labels,
  typed,
  onType,
  typedEarly,
  groups,
  isOpen,
  drawOption,
  waiting,
  failed,
  onGo,
  onKey,
  onClose,
  notes,
  scopes,
  hints,
  count,
  className = 'command',
}: PaletteProps<Entry>) => {
  const [pendingEnter, setPendingEnter] = useState<'here' | 'newTab' | null>(null)
  const list = useListbox({
    items: groups.flatMap(({ entries }) => entries).filter(isOpen),
    keyOf: entry => entry.key,
    textOf: entry => entry.key,
    onChoose: entry => onGo(entry, false),
    initial: 0,
    wrap: true,
  })
  const active = list.activeItem
  // Not before it is on the page: until then keys are still collected, and React may draw it long before it shows it.
  const takeTypedEarly = useEffectEvent(() => {
    const early = typedEarly.current
    if (early === '') return
    typedEarly.current = ''
    onType(early.replaceAll('\n', ''))
    if (early.endsWith('\n')) setPendingEnter('here')
  })
  useLayoutEffect(() => takeTypedEarly(), [])
  useEffect(() => {
    if (pendingEnter === null || waiting) return
    setPendingEnter(null)
    if (active && !failed) onGo(active, pendingEnter === 'newTab')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || onKey?.(event)) return
    if (event.key !== 'Enter') return list.onKeyDown(event)
    event.preventDefault()
    const inNewTab = event.ctrlKey || event.metaKey
    // Before its answer has come, Enter means its first line, not that of the search before.
    if (waiting && !list.isMoved) setPendingEnter(inNewTab ? 'newTab' : 'here')
    else if (active) onGo(active, inNewTab)
  }

  // Outside of what opens it, whose colours are the brand's.
  return createPortal(
    <Dialog open onClose={onClose} label={labels.name} className={className}>
      <div className="command-input">
        <Search className="icon" aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={list.listId}
          aria-activedescendant={list.activeId}
          aria-label={labels.name}
          placeholder={labels.placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={event => {
            onType(event.target.value)
            list.reset()
            setPendingEnter(null)
          }}
          onKeyDown={onKeyDown}
        />
        {waiting && <Spinner />}
        <button type="button" className="command-close" aria-label={labels.close} onClick={onClose}>
          <kbd>Esc</kbd>
        </button>
      </div>
      {scopes}
      {notes}
      <div className="command-list" id={list.listId} role="listbox" aria-label={labels.name} aria-busy={waiting}>
        {groups.map(({ key, title, entries }) =>
          entries.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped by role, not by a fieldset
            <div key={key} role="group" aria-label={title}>
              <div className="option-group" aria-hidden="true">
                {title}
              </div>
              {entries.map(entry => drawOption(entry, list.optionProps(entry, entry === active)))}
            </div>
          ),
        )}
      </div>
      <div className="command-foot">
        <span aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {labels.move}
        </span>
        <span aria-hidden="true">
          <kbd>↵</kbd>
          {labels.open}
        </span>
        <span aria-hidden="true">
          <kbd>Ctrl</kbd>
          <kbd>↵</kbd>
          {labels.newTab}
        </span>
        {hints}
        <span role="status">{waiting ? <span className="sr-only">{labels.searching}</span> : count}</span>
      </div>
    </Dialog>,
    document.body,
  )
}
