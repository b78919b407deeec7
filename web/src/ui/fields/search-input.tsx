import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextInput } from './text-input.tsx'

/** Props of SearchInput. `onSearch` gets the trimmed text 200 ms after typing stops. */
export type SearchInputProps = { label: string; value: string; onSearch: (text: string) => void }

const debounce = 200

/** The search field of a list. It takes over `value` when that changes from outside. */
export const SearchInput = ({ label, value, onSearch }: SearchInputProps) => {
  const [text, setText] = useState(value)
  const known = useRef(value)
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const term = text.trim()
    if (term === known.current) return
    const timer = setTimeout(() => {
      known.current = term
      search.current(term)
    }, debounce)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="filter-search">
      <TextInput
        type="search"
        icon={<Search className="icon" aria-hidden="true" />}
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
    </div>
  )
}
