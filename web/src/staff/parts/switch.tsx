import type { ReactNode } from 'react'
import './switch.css'

type SwitchProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

/** A setting that is on or off, and takes effect at once. */
export const Switch = ({ checked, onChange, children }: SwitchProps) => (
  <label className="switch-line">
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      name="switch"
      className="switch"
      checked={checked}
      onChange={event => onChange(event.target.checked)}
    />
    {children}
  </label>
)
