import { type KeyboardEvent, useState } from 'react'

/** Whether Caps Lock was on at the last key press, and the listeners for the input. */
export const useCapsLock = () => {
  const [on, setOn] = useState(false)
  const readState = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return [on, { onKeyDown: readState, onKeyUp: readState, onBlur: () => setOn(false) }] as const
}
