import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Popover } from '../overlay/popover.tsx'
import { FilterButton } from './filter-button.tsx'
import { folded } from './folded.ts'
import { OptionFilter } from './option-filter.tsx'
import { grouped, type Option, OptionList } from './option-list.tsx'
import { useListbox } from './use-listbox.ts'

/** Texts of a MultiSelect. `one` and `many` are the noun after the count. */
type MultiSelectLabels = {
  none: string
  one?: string
  many?: string
  search: string
  clearSearch: string
  clear: string
  selected: string
  empty: string
  of?: (chosen: number, all: number) => string
}

/** Props of MultiSelect. `options` is undefined while they are loading. */
export type MultiSelectProps<Value extends string | number> = {
  label: string
  options: readonly Option<Value>[] | undefined
  value: readonly Value[]
  onChange: (value: Value[]) => void
  icon?: ReactNode
  labels: MultiSelectLabels
  onIntent?: () => void
}

/** Selects several of many options. It opens on focus or click; the button shows how many are selected. */
export const MultiSelect = <Value extends string | number>({
  label,
  options,
  value,
  onChange,
  icon,
  labels,
  onIntent,
}: MultiSelectProps<Value>) => (
  <Popover
    openOn="focus"
    haspopup="listbox"
    className="popover--list"
    onIntent={onIntent}
    trigger={(trigger, _open, close) => (
      <FilterButton
        trigger={trigger}
        icon={icon}
        set={value.length > 0}
        clearLabel={labels.clear}
        onClear={() => {
          onChange([])
          close()
        }}
      >
        {value.length === 0 ? (
          labels.none
        ) : (
          <span>
            <b>{value.length}</b> {value.length === 1 ? (labels.one ?? 'user') : (labels.many ?? 'users')}
          </span>
        )}
      </FilterButton>
    )}
  >
    {() => <Choices label={label} options={options} value={value} onChange={onChange} labels={labels} />}
  </Popover>
)

type ChoicesProps<Value extends string | number> = Omit<MultiSelectProps<Value>, 'icon' | 'onIntent'>

const Choices = <Value extends string | number>({ label, options, value, onChange, labels }: ChoicesProps<Value>) => {
  const [term, setTerm] = useState('')
  // Options that were selected when it opened stay on top until it closes, so that nothing moves under the pointer.
  const [onTop, setOnTop] = useState(value)
  const groups = useMemo(() => {
    const searched = folded(term.trim())
    const found = (options ?? []).filter(option => folded(option.text).includes(searched))
    const isOnTop = (option: Option<Value>) => onTop.includes(option.value)
    return grouped([
      ...found.filter(isOnTop).map(option => ({ ...option, group: labels.selected })),
      ...found.filter(option => !isOnTop(option)),
    ])
  }, [options, term, onTop, labels.selected])
  const toggle = ({ value: one }: Option<Value>) =>
    onChange(value.includes(one) ? value.filter(other => other !== one) : [...value, one])
  const list = useListbox({
    items: [...groups.values()].flat(),
    keyOf: option => option.value,
    textOf: option => option.text,
    onChoose: toggle,
    initial: 0,
  })
  const many = labels.many ?? 'users'
  return (
    <>
      <OptionFilter
        label={labels.search}
        clear={labels.clearSearch}
        term={term}
        onTerm={setTerm}
        onClear={() => setTerm('')}
        list={list}
      />
      <OptionList
        label={label}
        groups={groups}
        list={list}
        isChosen={option => value.includes(option.value)}
        mark="check"
        busy={options === undefined}
      />
      {options !== undefined && groups.size === 0 && (
        <p className="option-empty" role="status">
          {labels.empty}
        </p>
      )}
      <div className="popover-foot">
        <span>
          {labels.of?.(value.length, options?.length ?? 0) ?? `${value.length} / ${options?.length ?? 0} ${many}`}
        </span>
        <Button
          tone="ghost"
          size="sm"
          disabled={value.length === 0}
          onClick={() => {
            onChange([])
            setOnTop([])
          }}
        >
          {labels.clear}
        </Button>
      </div>
    </>
  )
}
