import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'

/** Props of SplitView. `panel` is a SidePanel, or null while none is open. */
export type SplitViewProps = { children: ReactNode; panel: ReactNode; resizeLabel: string }

const clamp = (percent: number) => Math.min(Math.max(Math.round(percent), 30), 70)

/** A list with a side panel beside it, half and half until the reader drags the edge. */
export const SplitView = ({ children, panel, resizeLabel }: SplitViewProps) => {
  const [share, setShare] = useState(50)
  const split = useRef<HTMLDivElement>(null)
  const keys = (event: KeyboardEvent) => {
    const next = { ArrowLeft: share + 5, ArrowRight: share - 5, Home: 70, End: 30 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setShare(clamp(next))
  }
  const drag = (event: PointerEvent) => {
    const box = split.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    setShare(clamp(((box.right - event.clientX) / box.width) * 100))
  }
  return (
    <div className="split" data-open={panel ? '' : undefined} ref={split} style={{ '--split': `${share}%` }}>
      <div className="split-list">{children}</div>
      {panel && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no rule between paragraphs
        <div
          className="split-edge"
          role="separator"
          tabIndex={0}
          aria-label={resizeLabel}
          aria-orientation="vertical"
          aria-valuenow={share}
          aria-valuemin={30}
          aria-valuemax={70}
          onKeyDown={keys}
          onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
      )}
      {panel}
    </div>
  )
}

/** Props of SidePanel. `icon` is drawn before the title, `tools` before the close button. */
export type SidePanelProps = {
  icon?: ReactNode
  title: ReactNode
  sub?: ReactNode
  tools?: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

const OPENER = '.split-list [aria-selected="true"] .row-link, .split-list .row-link[aria-expanded="true"]'

/** The panel of a selected row. It takes the focus; Escape and the close button return it to the row. */
export const SidePanel = ({ icon, title, sub, tools, closeLabel, onClose, children }: SidePanelProps) => {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const closeRef = useRef(onClose)
  closeRef.current = onClose
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    row.current = panel.current?.closest('.split')?.querySelector(OPENER) ?? row.current
  })
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
        closeRef.current()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      // The focus was inside the panel that is going away.
      if (document.activeElement === document.body) row.current?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section className="side-panel" aria-labelledby={titleId} ref={panel} tabIndex={-1}>
      <div className="side-panel-head">
        {icon}
        <div className="side-panel-title">
          <h2 id={titleId}>{title}</h2>
          {sub && <p>{sub}</p>}
        </div>
        <div className="side-panel-tools">
          {tools}
          <IconButton label={closeLabel} onClick={() => closeRef.current()}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {children}
    </section>
  )
}
