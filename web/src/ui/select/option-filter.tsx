import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import type { useListbox } from './use-listbox.ts'

/** Props of OptionFilter. `clear` names the button that empties it, shown while there is a term. */
export type OptionFilterProps = {
  label: string
  clear: string
  term: string
  onTerm: (term: string) => void
  onClear: () => void
  list: Pick<ReturnType<typeof useListbox>, 'listId' | 'activeId' | 'onKeyDown'>
}

/** The search field above a list of options. It keeps the focus while arrow keys move through the list. */
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
            // The button disappears, and would take the focus with it.
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
