import { useEffect, useRef } from 'react'

/** Moves the focus into a step that replaced another, to its element with `data-autofocus`. Goes on the step's element. */
export const useStepFocus = <Node extends HTMLElement>() => {
  const step = useRef<Node>(null)
  useEffect(() => step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return step
}
