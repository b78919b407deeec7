import { type KeyboardEvent, useRef, useState } from 'react'
import { type Day, parseTypedDay, typedDay } from './date-range.ts'

/** Props of DayInput. `onChange` gets '' if the text is not a day. */
export type DayInputProps = { label: string; placeholder: string; value: Day; onChange: (day: Day) => void }

const complete = /^\s*\d{1,2}\/\d{1,2}\/\d{4}\s*$/

/**
 * An input for a day, typed or pasted as DD/MM/YYYY. It is applied once it is complete, on Enter and on blur; a text that
 * is not a day becomes empty. Escape restores the last day.
 */
export const DayInput = ({ label, placeholder, value, onChange }: DayInputProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef(draft)
  const setText = (text: string | null) => {
    latest.current = text
    setDraft(text)
  }
  const commit = () => {
    const text = latest.current
    if (text === null) return
    setText(null)
    const day = parseTypedDay(text)
    if (day !== value) onChange(day)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText(null)
    if (event.key !== 'Enter') return
    event.preventDefault()
    commit()
  }
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      value={draft ?? typedDay(value)}
      onChange={event => {
        setText(event.target.value)
        const day = complete.test(event.target.value) ? parseTypedDay(event.target.value) : ''
        if (day !== '' && day !== value) onChange(day)
      }}
      onBlur={commit}
      onKeyDown={keys}
    />
  )
}
