import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PopoverTrigger } from '../overlay/popover.tsx'

/** Props of FilterButton. `set` tints it and adds a clear button with the name `clearLabel`. */
export type FilterButtonProps = {
  trigger: PopoverTrigger
  icon: ReactNode
  set: boolean
  children: ReactNode
  clearLabel: string
  onClear: () => void
}

/** The trigger of a filter: plain with a chevron, or tinted with a clear button while the filter is set. */
export const FilterButton = ({ trigger, icon, set, children, clearLabel, onClear }: FilterButtonProps) => (
  <span className="filter-button-group">
    <button {...trigger} type="button" className="filter-button" data-active={set || undefined}>
      {icon}
      {children}
      {!set && <ChevronDown className="icon" aria-hidden="true" />}
    </button>
    {set && (
      <button type="button" className="filter-clear" aria-label={clearLabel} title={clearLabel} onClick={onClear}>
        <X className="icon" aria-hidden="true" />
      </button>
    )}
  </span>
)
