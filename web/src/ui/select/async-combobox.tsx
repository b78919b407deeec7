import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Popover, type PopoverTrigger } from '../overlay/popover.tsx'
import { FilterButton } from './filter-button.tsx'
import { OptionFilter } from './option-filter.tsx'
import { grouped, type Option, OptionList } from './option-list.tsx'
import { SelectTrigger } from './select-trigger.tsx'
import { useListbox } from './use-listbox.ts'
import { type Found, useSearch } from './use-search.ts'

/** Texts of an AsyncCombobox. */
type AsyncComboboxLabels = {
  placeholder: string
  search: string
  clearSearch: string
  clear: string
  loading: string
  empty: string
  failed: string
  retry: string
  count: (found: readonly Option[], total: number | undefined) => string
}

/**
 * Props of AsyncCombobox. `load` returns the first options for a term, with texts that are ready to show ("folder – name");
 * `value` is the whole option, so that it can be shown before anything is loaded.
 */
export type AsyncComboboxProps<Value extends string | number> = {
  label: string
  value: Pick<Option<Value>, 'value' | 'text'> | null
  onChange: (value: Option<Value> | null) => void
  load: (term: string, signal: AbortSignal) => Promise<Found<Option<Value>>>
  nullable?: boolean
  /** A field of a form, a filter of a list, or a button of one's own. */
  look?: 'field' | 'filter' | ((trigger: PopoverTrigger) => ReactNode)
  openOn?: 'focus' | 'click'
  icon?: ReactNode
  labels: AsyncComboboxLabels
}

/** A combobox whose options are searched on the server, when it opens and 200 ms after typing stops. */
export const AsyncCombobox = <Value extends string | number>({
  label,
  value,
  onChange,
  load,
  nullable = true,
  look = 'field',
  openOn = 'focus',
  icon,
  labels,
}: AsyncComboboxProps<Value>) => (
  <Popover
    openOn={openOn}
    haspopup="listbox"
    className="popover--list"
    anchorClassName={look === 'field' ? 'popover-anchor--field' : undefined}
    trigger={(trigger, _open, close) =>
      typeof look === 'function' ? (
        look(trigger)
      ) : look === 'field' ? (
        <SelectTrigger
          trigger={trigger}
          icon={icon}
          text={value?.text ?? ''}
          placeholder={labels.placeholder}
          label={label}
        />
      ) : (
        <FilterButton
          trigger={trigger}
          icon={icon}
          set={value !== null}
          clearLabel={labels.clear}
          onClear={() => {
            onChange(null)
            close()
          }}
        >
          {value ? <b className="filter-text">{value.text}</b> : labels.placeholder}
        </FilterButton>
      )
    }
  >
    {({ close }) => (
      <SearchPanel
        label={label}
        value={value}
        load={load}
        nullable={nullable}
        labels={labels}
        onDone={chosen => {
          onChange(chosen)
          close()
        }}
      />
    )}
  </Popover>
)

type SearchPanelProps<Value extends string | number> = Pick<
  AsyncComboboxProps<Value>,
  'label' | 'value' | 'load' | 'nullable' | 'labels'
> & { onDone: (chosen: Option<Value> | null) => void }

const SearchPanel = <Value extends string | number>({
  label,
  value,
  load,
  nullable,
  labels,
  onDone,
}: SearchPanelProps<Value>) => {
  const { term, state, items, total, setTerm, clear, retry } = useSearch(load)
  const list = useListbox({
    items,
    keyOf: option => option.value,
    textOf: option => option.text,
    onChoose: onDone,
    initial: 0,
    stale: state === 'loading',
  })
  return (
    <>
      <OptionFilter
        label={labels.search}
        clear={labels.clearSearch}
        term={term}
        onTerm={setTerm}
        onClear={clear}
        list={list}
      />
      <div className="listbox-frame">
        {items.length > 0 ? (
          <OptionList
            label={label}
            groups={grouped(items)}
            list={list}
            isChosen={option => option.value === value?.value}
            mark="radio"
            className="listbox--wiki"
            busy={state === 'loading'}
          />
        ) : state === 'failed' ? (
          <div className="option-empty" role="alert">
            <p>{labels.failed}</p>
            <Button size="sm" onClick={retry}>
              {labels.retry}
            </Button>
          </div>
        ) : (
          <p className="option-empty" role="status">
            {state === 'loading' ? labels.loading : labels.empty}
          </p>
        )}
      </div>
      <div className="popover-foot">
        <span>{state === 'done' && labels.count(items, total)}</span>
        {nullable && (
          <Button tone="ghost" size="sm" disabled={value === null} onClick={() => onDone(null)}>
            {labels.clear}
          </Button>
        )}
      </div>
    </>
  )
}
