import type { ReactNode, Ref } from 'react'

/** A picture that the host has put somewhere: its address and its name. */
export type EditorImage = { url: string; name: string }

/** Texts of the editor; those of the tools are their names and tooltips. */
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

/** What a host can do to an editor. */
export type EditorHandle = { focus: () => void }

/**
 * Props of Editor. `value` is HTML in and out, '' when empty. `onFiles` takes what is pasted, dropped or chosen; the
 * pictures it answers with are put into the text. `collapsible` is one line until it is focused; `foot` and
 * `attachments` stand inside its frame.
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

/** What both kinds of area get from the frame. */
export type AreaProps = Pick<EditorProps, 'value' | 'onChange' | 'placeholder' | 'disabled' | 'onSubmit'> & {
  focusRef: Ref<EditorHandle>
  naming: { 'aria-label'?: string; 'aria-labelledby'?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }
  isReply: boolean
}
