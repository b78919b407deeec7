import { type KeyboardEvent, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import type { EditorLabels } from './editor-props.ts'
import { linkAddress } from './rich-html.ts'

type LinkFormProps = {
  address: string
  labels: EditorLabels
  onApply: (address: string | null) => void
  onClose: () => void
}

/** The URL of a link, below the toolbar. Not a `<form>`, because the editor is inside the form of its screen. */
export const LinkForm = ({ address, labels, onApply, onClose }: LinkFormProps) => {
  const [typed, setTyped] = useState(address)
  const [wrong, setWrong] = useState(false)
  const apply = () => {
    const link = linkAddress(typed)
    if (link === null && typed.trim() !== '') setWrong(true)
    else onApply(link)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter and Escape bubble up from the field inside
    <div className="editor-link" onKeyDown={keys}>
      <input
        className="input"
        type="text"
        inputMode="url"
        aria-label={labels.linkAddress}
        placeholder="https://"
        aria-invalid={wrong || undefined}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: it opens on the reader's own press and is left by Escape
        autoFocus
        onChange={event => {
          setTyped(event.target.value)
          setWrong(false)
        }}
      />
      <Button size="sm" tone="primary" onClick={apply}>
        {labels.linkApply}
      </Button>
      {address !== '' && (
        <Button size="sm" tone="ghost" onClick={() => onApply(null)}>
          {labels.linkRemove}
        </Button>
      )}
    </div>
  )
}
