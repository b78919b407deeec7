import { type KeyboardEvent, type ReactNode, useRef } from 'react'

/** One option of a SegmentedControl. */
type Segment<Value extends string | number> = { value: Value; text: ReactNode }

/** Props of SegmentedControl. `label` names the group for assistive technology. */
export type SegmentedControlProps<Value extends string | number> = {
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

const step = (key: string) =>
  key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0

/** A few options side by side, one selected: a radio group with one tab stop, arrow keys move the selection. */
export const SegmentedControl = <Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) => {
  const group = useRef<HTMLDivElement>(null)
  const chosen = Math.max(
    options.findIndex(option => option.value === value),
    0,
  )
  const move = (event: KeyboardEvent) => {
    const by = step(event.key)
    const next = options[(chosen + by + options.length) % options.length]
    if (by === 0 || next === undefined) return
    event.preventDefault()
    onChange(next.value)
    group.current?.querySelectorAll('button')[options.indexOf(next)]?.focus()
  }
  return (
    <div className="segmented" role="radiogroup" aria-label={label} ref={group} onKeyDown={move}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: the buttons are the design's contract, and carry the radio keys
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
