import { createEmptyHistoryState, registerHistory } from '@lexical/history'
import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode, registerList } from '@lexical/list'
import { DRAG_DROP_PASTE, QuoteNode, registerRichText } from '@lexical/rich-text'
import { mergeRegister } from '@lexical/utils'
import {
  $addUpdateTag,
  $createNodeSelection,
  $getNearestNodeFromDOMNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isNodeSelection,
  $setSelection,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  createEditor,
  HISTORY_MERGE_TAG,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  PASTE_COMMAND,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical'
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { readFiles } from '../files/file-drop.tsx'
import type { AreaProps, EditorImage, EditorLabels, EditorProps } from './editor-props.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { $createImageNode, $isImageNode, ImageNode } from './image-node.ts'
import { $exportHtml, $importHtml } from './rich-html.ts'

type RichEditorProps = AreaProps & Pick<EditorProps, 'onFiles'> & { labels: EditorLabels; autoFocus: boolean }

const themeWith = (removeImage: string) => ({
  text: { underline: 'text-underline', strikethrough: 'text-strike', underlineStrikethrough: 'text-underline-strike' },
  list: { nested: { listitem: 'nested-item' } },
  removeImage,
})

const newEditor = (removeImage: string) =>
  createEditor({
    namespace: 'text',
    nodes: [LinkNode, ListNode, ListItemNode, QuoteNode, ImageNode],
    theme: themeWith(removeImage),
    onError: error => {
      throw error
    },
  })

const $removeImage = (image: ImageNode) => {
  image.selectPrevious()
  image.remove()
}

const $removeChosenImages = (event: KeyboardEvent) => {
  const selection = $getSelection()
  if (!$isNodeSelection(selection)) return false
  event.preventDefault()
  for (const node of selection.getNodes()) if ($isImageNode(node)) $removeImage(node)
  return true
}

const insertImages = (editor: LexicalEditor, images: readonly EditorImage[]) =>
  editor.update(() => {
    if (!$getSelection()) $getRoot().selectEnd()
    for (const { url, name } of images) $insertNodes([$createImageNode(url, name)])
  })

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
  useImperativeHandle(focusRef, () => ({ focus: () => editor.focus() }), [editor])

  // In a layout effect: a key pressed before a later effect would be lost between the textarea and this.
  useLayoutEffect(() => {
    const off = mergeRegister(
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
      editor.registerCommand(
        PASTE_COMMAND,
        event => {
          if (!(event instanceof ClipboardEvent) || !event.clipboardData) return false
          const { clipboardData: data } = event
          const files = readFiles(data)
          const html = data.getData('text/html')
          if (files.length > 0 && !data.types.includes('text/plain')) host.current.addFiles(files)
          else if (html !== '' && !data.types.includes('application/x-lexical-editor'))
            editor.update(() => $insertNodes($importHtml(html, { images: false })))
          else return false
          event.preventDefault()
          return true
        },
        COMMAND_PRIORITY_HIGH,
      ),
      editor.registerCommand(
        DRAG_DROP_PASTE,
        files => {
          host.current.addFiles(files)
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(KEY_BACKSPACE_COMMAND, $removeChosenImages, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DELETE_COMMAND, $removeChosenImages, COMMAND_PRIORITY_LOW),
      editor.registerCommand(
        KEY_ENTER_COMMAND,
        event => {
          if (!event || !(event.ctrlKey || event.metaKey) || !host.current.onSubmit) return false
          event.preventDefault()
          host.current.onSubmit()
          return true
        },
        COMMAND_PRIORITY_HIGH,
      ),
    )
    editor.setRootElement(area.current)
    return () => {
      off()
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
        onClick={event => {
          const picture = event.target instanceof Element && event.target.closest('.editor-image')
          if (!picture) return
          const isRemoval = event.target instanceof HTMLButtonElement
          editor.update(() => {
            const node = $getNearestNodeFromDOMNode(picture)
            if (!$isImageNode(node)) return
            if (isRemoval) return $removeImage(node)
            const selection = $createNodeSelection()
            selection.add(node.getKey())
            $setSelection(selection)
          })
        }}
      />
    </>
  )
}
