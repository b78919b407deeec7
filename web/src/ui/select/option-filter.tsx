import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import type { useListbox } from './use-listbox.ts'

/** Props of OptionFilter. `clear` names the button that empties it, shown while there is something to clear. */
export type OptionFilterProps = {
  label: string
  clear: string
  term: string
  onTerm: (term: string) => void
  onClear: () => void
  list: Pick<ReturnType<typeof useListbox>, 'listId' | 'activeId' | 'onKeyDown'>
}

/** The search field over a list of options: it keeps the focus while the arrow keys move in the list. */
export const OptionFilter = ({ label, clear, term, onTerm, onClear, list }: OptionFilterProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="popover-search">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={list.listId}
        aria-activedescendant={list.activeId}
        autoComplete="off"
        spellCheck={false}
        data-autofocus=""
        value={term}
        onChange={event => onTerm(event.target.value)}
        onKeyDown={list.onKeyDown}
      />
      {term !== '' && (
        <IconButton
          label={clear}
          onClick={() => {
            // The button is about to go, and the focus with it.
            field.current?.focus()
            onClear()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
