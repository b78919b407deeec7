import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Popover, type PopoverProps } from './popover.tsx'

/** One item of a menu. `checked` makes it a radio item of its group. */
export type MenuEntry = {
  id: string
  icon?: ReactNode
  text: ReactNode
  checked?: boolean
  onSelect: () => void
}

/** A group of items with a title, or a separator above it; `className` is for a group that is shown only at some widths. */
export type MenuGroup = { id: string; title?: string; entries: readonly MenuEntry[]; className?: string }

/** Props of Menu. `head` is drawn above the items (who is signed in). */
export type MenuProps = {
  label: string
  groups: readonly MenuGroup[]
  head?: ReactNode
  trigger: PopoverProps['trigger']
}

/** A menu button. The checked item or the first one gets the focus; arrows, Home, End and letters move it. */
export const Menu = ({ label, groups, head, trigger }: MenuProps) => (
  <Popover haspopup="menu" trigger={trigger}>
    {({ close }) => (
      <>
        {head}
        <MenuList
          label={label}
          groups={groups}
          onSelect={entry => {
            close()
            entry.onSelect()
          }}
        />
      </>
    )}
  </Popover>
)

/** The button that a key moves the focus to, or undefined. */
const target = (key: string, all: HTMLButtonElement[]) => {
  const at = all.findIndex(one => one.matches(':focus'))
  const wrap = (index: number) => all[(index + all.length) % all.length]
  if (key === 'ArrowDown') return wrap(at + 1)
  if (key === 'ArrowUp') return wrap(Math.max(at, 0) - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find(one =>
    one.textContent?.trim().toLocaleLowerCase().startsWith(letter),
  )
}

const isShown = (button: HTMLButtonElement) => button.checkVisibility?.() ?? true

type MenuListProps = Pick<MenuProps, 'label' | 'groups'> & { onSelect: (entry: MenuEntry) => void }

const MenuList = ({ label, groups, onSelect }: MenuListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])].filter(isShown)
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])].filter(isShown)
    const chosen = all.every(button => button.ariaChecked) && all.find(button => button.ariaChecked === 'true')
    const entry = chosen || all[0]
    entry?.focus()
  }, [])
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = target(event.key, buttons())
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  return (
    <div className="listbox" role="menu" aria-label={label} tabIndex={-1} ref={list} onKeyDown={move}>
      {groups.map(({ id, title, entries, className }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
        <div key={id} role="group" aria-label={title} className={className}>
          {title ? (
            <div className="option-group" aria-hidden="true">
              {title}
            </div>
          ) : (
            index > 0 && <hr className="menu-sep" />
          )}
          {entries.map((entry, at) => (
            <MenuButton
              key={entry.id}
              entry={entry}
              first={index + at === 0}
              // On a phone the menu is a sheet: the second tap of a double tap on the trigger would hit an item of it.
              onClick={event => {
                if (event.detail <= 1) onSelect(entry)
              }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type MenuButtonProps = { entry: MenuEntry; first: boolean; onClick: (event: MouseEvent) => void }

const MenuButton = ({ entry: { icon, text, checked }, first, onClick }: MenuButtonProps) => (
  <button
    type="button"
    className="option"
    {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
    tabIndex={first ? 0 : -1}
    onClick={onClick}
  >
    {checked !== undefined && <span className="option-mark option-mark--radio" aria-hidden="true" />}
    {icon}
    {text}
  </button>
)
