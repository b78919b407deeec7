import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { useListbox } from './use-listbox.ts'

/** One option. `lead` is drawn before its text (an avatar), `end` at the end of the line; `group` is its heading. */
export type Option<Value extends string | number = string | number> = {
  value: Value
  text: string
  group?: string
  lead?: ReactNode
  end?: ReactNode
}

/** Groups options by heading, in the order in which the headings first appear. */
export const grouped = <One extends Option>(options: readonly One[]) => {
  const groups = new Map<string, One[]>()
  for (const option of options) {
    const name = option.group ?? ''
    const group = groups.get(name)
    if (group) group.push(option)
    else groups.set(name, [option])
  }
  return groups
}

/** Props of OptionList. Without `ownFocus`, a search field has the focus and passes the keys on. */
export type OptionListProps<One extends Option> = {
  label: string
  groups: ReadonlyMap<string, readonly One[]>
  list: ReturnType<typeof useListbox<One>>
  isChosen: (option: One) => boolean
  mark: 'radio' | 'check'
  ownFocus?: boolean
  className?: string
  busy?: boolean
}

/** A listbox of options with their marks, grouped by heading. */
export const OptionList = <One extends Option>({
  label,
  groups,
  list,
  isChosen,
  mark,
  ownFocus = false,
  className,
  busy,
}: OptionListProps<One>) => {
  const focus = ownFocus
    ? { tabIndex: 0, 'data-autofocus': '', 'aria-activedescendant': list.activeId, onKeyDown: list.onKeyDown }
    : {}
  return (
    <div
      {...focus}
      className={className ? `listbox ${className}` : 'listbox'}
      id={list.listId}
      role="listbox"
      aria-label={label}
      aria-multiselectable={mark === 'check' || undefined}
      aria-busy={busy || undefined}
    >
      {[...groups].map(([name, options]) => (
        <OptionGroup key={name} name={name}>
          {options.map(option => (
            <div key={option.value} className="option" {...list.optionProps(option, isChosen(option))}>
              <span className={mark === 'radio' ? 'option-mark option-mark--radio' : 'option-mark'}>
                {mark === 'check' && <Check className="icon" aria-hidden="true" />}
              </span>
              {option.lead}
              <span>{option.text}</span>
              {option.end && <span className="end">{option.end}</span>}
            </div>
          ))}
        </OptionGroup>
      ))}
    </div>
  )
}

const OptionGroup = ({ name, children }: { name: string; children: ReactNode }) => {
  const id = useId()
  if (name === '') return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
    <div role="group" aria-labelledby={id}>
      <div className="option-group" id={id} role="presentation">
        {name}
      </div>
      {children}
    </div>
  )
}
