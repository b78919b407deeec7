import { useImperativeHandle, useRef, useState } from 'react'
import { readFiles } from '../files/file-drop.tsx'
import type { AreaProps, EditorProps } from './editor-props.ts'
import { htmlToText, textToHtml } from './plain-html.ts'

/** The plain text area of the editor, at least 100 px high. Its value is HTML: the text escaped, line breaks kept. */
export const PlainArea = ({
  value,
  onChange,
  onFiles,
  placeholder,
  disabled,
  onSubmit,
  naming,
  focusRef,
}: AreaProps & Pick<EditorProps, 'onFiles'>) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState({ text: htmlToText(value), html: value })
  if (typed.html !== value) setTyped({ text: htmlToText(value), html: value })
  useImperativeHandle(focusRef, () => ({ focus: () => area.current?.focus() }))
  return (
    <textarea
      {...naming}
      ref={area}
      className="editor-area editor-area--plain"
      placeholder={placeholder}
      disabled={disabled}
      value={typed.text}
      onChange={event => {
        const html = textToHtml(event.target.value)
        setTyped({ text: event.target.value, html })
        onChange(html)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.()
      }}
      onPaste={event => {
        const files = readFiles(event.clipboardData)
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        void onFiles?.(files)
      }}
    />
  )
}
