import { createEmptyHistoryState, registerHistory } from '@lexical/history'
import { registerList } from '@lexical/list'
import { registerRichText } from '@lexical/rich-text'
import { mergeRegister } from '@lexical/utils'
import { $addUpdateTag, $getRoot, HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG } from 'lexical'
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { AreaProps, EditorLabels, EditorProps } from './editor-props.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { handleImageClick, insertHtml, insertImages, newEditor, registerCommands } from './rich-commands.ts'
import { $exportHtml, $importHtml } from './rich-html.ts'

type RichEditorProps = AreaProps & Pick<EditorProps, 'onFiles'> & { labels: EditorLabels; autoFocus: boolean }

/** The rich text area of the editor with its toolbar. */
export const RichEditor = ({
  value,
  onChange,
  onFiles,
  onSubmit,
  placeholder,
  disabled = false,
  naming,
  isReply,
  focusRef,
  labels,
  autoFocus,
}: RichEditorProps) => {
  const [editor] = useState(() => newEditor(labels.removeImage))
  const [isEmpty, setEmpty] = useState(value === '')
  const area = useRef<HTMLDivElement>(null)
  const emitted = useRef('')
  const host = useRef({ onChange, onSubmit, addFiles: (_files: File[]) => {} })
  host.current = {
    onChange,
    onSubmit,
    addFiles: async files => {
      const images = await onFiles?.(files)
      if (images && images.length > 0) insertImages(editor, images)
    },
  }
  useImperativeHandle(
    focusRef,
    () => ({ focus: () => editor.focus(), insert: (html, replaced) => insertHtml(editor, html, replaced) }),
    [editor],
  )

  // In a layout effect: a key pressed before a later effect would be lost between the textarea and this.
  useLayoutEffect(() => {
    const unregister = mergeRegister(
      registerRichText(editor),
      registerList(editor),
      registerHistory(editor, createEmptyHistoryState(), 300),
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves }) => {
        if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return
        const html = editorState.read(() => $exportHtml($getRoot()))
        setEmpty(html === '')
        if (html === emitted.current) return
        emitted.current = html
        host.current.onChange(html)
      }),
      registerCommands(editor, host),
    )
    editor.setRootElement(area.current)
    return () => {
      unregister()
      editor.setRootElement(null)
    }
  }, [editor])

  useLayoutEffect(() => editor.setEditable(!disabled), [editor, disabled])

  useLayoutEffect(() => {
    if (value === emitted.current && value !== '') return
    emitted.current = value
    editor.update(
      () => {
        $addUpdateTag(HISTORY_MERGE_TAG)
        if (!area.current?.contains(document.activeElement)) $addUpdateTag(SKIP_DOM_SELECTION_TAG)
        const nodes = $importHtml(value, { images: true })
        if ($exportHtml($getRoot()) === value && value !== '') return
        $getRoot()
          .clear()
          .append(...nodes)
        if (area.current?.contains(document.activeElement)) $getRoot().selectEnd()
      },
      { discrete: true },
    )
    setEmpty(value === '')
  }, [editor, value])

  useLayoutEffect(() => {
    if (!autoFocus) return
    area.current?.focus({ preventScroll: true })
    // Synchronously: the next key press must be inserted at the end of the text.
    editor.update(() => void $getRoot().selectEnd(), { discrete: true })
  }, [editor, autoFocus])

  return (
    <>
      <EditorToolbar
        editor={editor}
        labels={labels}
        disabled={disabled}
        onFiles={files => host.current.addFiles(files)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a rich text is no textarea */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press on a picture chooses it; arrows and Backspace do the same */}
      <div
        {...naming}
        ref={area}
        className={isReply ? 'editor-area editor-area--reply' : 'editor-area'}
        contentEditable={!disabled}
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-disabled={disabled || undefined}
        aria-placeholder={placeholder}
        data-empty={isEmpty ? '' : undefined}
        data-placeholder={placeholder}
        onClick={event => handleImageClick(editor, event)}
      />
    </>
  )
}
