import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Popover, type PopoverProps } from '../overlay/popover.tsx'
import { FilterButton } from './filter-button.tsx'
import { grouped, type Option, OptionList } from './option-list.tsx'
import { SelectTrigger } from './select-trigger.tsx'
import { useListbox } from './use-listbox.ts'

/**
 * Props of Select. `look` is `field` in forms, `filter` in filter bars, or a function that draws another trigger.
 * `nullable` adds a control that clears it, shown while it is open.
 */
export type SelectProps<Value extends string | number> = {
  label: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  nullable?: boolean
  placeholder?: string
  clearLabel?: string
  icon?: ReactNode
  look?: 'field' | 'filter' | PopoverProps['trigger']
  openOn?: 'focus' | 'click'
  busy?: boolean
  emptyText?: string
}

/** Selects one of several options. It opens on focus or click. */
export const Select = <Value extends string | number>({
  label,
  options,
  value,
  onChange,
  nullable = false,
  placeholder = '',
  clearLabel = '',
  icon,
  look = 'field',
  openOn = 'focus',
  emptyText,
}: SelectProps<Value>) => {
  const text = options.find(option => option.value === value)?.text ?? ''
  const trigger: PopoverProps['trigger'] =
    look === 'field'
      ? props => <SelectTrigger trigger={props} icon={icon} text={text} placeholder={placeholder} label={label} />
      : look === 'filter'
        ? (props, _open, close) => (
            <FilterButton
              trigger={props}
              icon={icon}
              set={nullable && value !== null}
              clearLabel={clearLabel}
              onClear={() => {
                onChange(null)
                close()
              }}
            >
              {text || placeholder}
            </FilterButton>
          )
        : look
  return (
    <Popover
      openOn={openOn}
      haspopup="listbox"
      anchorClassName={look === 'field' ? 'popover-anchor--field' : undefined}
      trigger={trigger}
    >
      {({ close }) => (
        <>
          <Choices
            label={label}
            options={options}
            value={value}
            emptyText={emptyText}
            onChoose={option => {
              onChange(option.value)
              close()
            }}
          />
          {nullable && look === 'field' && (
            <div className="popover-foot">
              <span />
              <Button
                tone="ghost"
                size="sm"
                disabled={value === null}
                onClick={() => {
                  onChange(null)
                  close()
                }}
              >
                {clearLabel}
              </Button>
            </div>
          )}
        </>
      )}
    </Popover>
  )
}

type ChoicesProps<Value extends string | number> = Pick<
  SelectProps<Value>,
  'label' | 'options' | 'value' | 'emptyText'
> & { onChoose: (option: Option<Value>) => void }

const Choices = <Value extends string | number>({
  label,
  options,
  value,
  emptyText,
  onChoose,
}: ChoicesProps<Value>) => {
  const groups = grouped(options)
  const items = [...groups.values()].flat()
  const list = useListbox({
    items,
    keyOf: option => option.value,
    textOf: option => option.text,
    onChoose,
    initial: Math.max(
      items.findIndex(option => option.value === value),
      0,
    ),
  })
  if (items.length === 0 && emptyText) return <p className="option-empty">{emptyText}</p>
  return (
    <OptionList
      label={label}
      groups={groups}
      list={list}
      isChosen={option => option.value === value}
      mark="radio"
      ownFocus
    />
  )
}
