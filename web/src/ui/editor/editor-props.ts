import type { ReactNode, Ref } from 'react'

/** An uploaded image: its URL and its name. */
export type EditorImage = { url: string; name: string }

/** Texts of the editor. Those of the tools are their accessible names and tooltips. */
export type EditorLabels = {
  toolbar: string
  bold: string
  italic: string
  underline: string
  bulletedList: string
  numberedList: string
  quote: string
  link: string
  image: string
  undo: string
  linkAddress: string
  linkApply: string
  linkRemove: string
  removeImage: string
}

/** The imperative handle of an editor. `insert` puts HTML in place of the last `replaced` characters before the caret. */
export type EditorHandle = { focus: () => void; insert?: (html: string, replaced: number) => void }

/**
 * Props of Editor. `value` is HTML, '' when empty. `onFiles` gets pasted, dropped and chosen files, and resolves to the
 * images to insert into the text. A `collapsible` editor is one line until it has the focus; `attachments` and `foot` are
 * drawn inside its frame, below the text.
 */
export type EditorProps = {
  mode: 'rich' | 'plain'
  value: string
  onChange: (html: string) => void
  onFiles?: (files: File[]) => Promise<readonly EditorImage[]> | undefined
  placeholder?: string
  label?: string
  labels: EditorLabels
  collapsible?: boolean
  disabled?: boolean
  attachments?: ReactNode
  foot?: ReactNode
  onSubmit?: () => void
  ref?: Ref<EditorHandle>
}

/** What the frame passes to either kind of text area. */
export type AreaProps = Pick<EditorProps, 'value' | 'onChange' | 'placeholder' | 'disabled' | 'onSubmit'> & {
  focusRef: Ref<EditorHandle>
  naming: { 'aria-label'?: string; 'aria-labelledby'?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }
  isReply: boolean
}
