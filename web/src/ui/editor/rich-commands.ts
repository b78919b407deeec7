import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode } from '@lexical/list'
import { DRAG_DROP_PASTE, QuoteNode } from '@lexical/rich-text'
import { mergeRegister } from '@lexical/utils'
import {
  $createNodeSelection,
  $getNearestNodeFromDOMNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isNodeSelection,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  createEditor,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  PASTE_COMMAND,
} from 'lexical'
import type { RefObject } from 'react'
import { readFiles } from '../files/file-drop.tsx'
import type { EditorImage } from './editor-props.ts'
import { $createImageNode, $isImageNode, ImageNode } from './image-node.ts'
import { $importHtml } from './rich-html.ts'

/** What the commands call: the form's submit action, and the upload of files. */
export type EditorHost = { onSubmit?: (() => void) | undefined; addFiles: (files: File[]) => void }

const themeWith = (removeImage: string) => ({
  text: { underline: 'text-underline', strikethrough: 'text-strike', underlineStrikethrough: 'text-underline-strike' },
  list: { nested: { listitem: 'nested-item' } },
  removeImage,
})

/** Creates an editor of paragraphs, links, lists, quotes and images; `removeImage` names the button on an image. */
export const newEditor = (removeImage: string) =>
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

/** Inserts images at the selection, or at the end of a text that was never focused. */
export const insertImages = (editor: LexicalEditor, images: readonly EditorImage[]) =>
  editor.update(() => {
    if (!$getSelection()) $getRoot().selectEnd()
    for (const { url, name } of images) $insertNodes([$createImageNode(url, name)])
  })

/** Inserts HTML in place of the last characters before the caret. */
export const insertHtml = (editor: LexicalEditor, html: string, replaced: number) =>
  editor.update(() => {
    const selection = $getSelection() ?? $getRoot().selectEnd()
    if ($isRangeSelection(selection) && replaced > 0) {
      const { key, offset } = selection.anchor
      const node = selection.anchor.getNode()
      if ($isTextNode(node) && offset >= replaced) {
        selection.anchor.set(key, offset - replaced, 'text')
        selection.focus.set(key, offset, 'text')
        selection.removeText()
      }
    }
    $insertNodes($importHtml(html, { images: true }))
  })

/** Selects the image that was clicked, or removes it if its button was. */
export const handleImageClick = (editor: LexicalEditor, { target }: { target: EventTarget }) => {
  const picture = target instanceof Element && target.closest('.editor-image')
  if (!picture) return
  const isRemoval = target instanceof HTMLButtonElement
  editor.update(() => {
    const node = $getNearestNodeFromDOMNode(picture)
    if (!$isImageNode(node)) return
    if (isRemoval) return $removeImage(node)
    const selection = $createNodeSelection()
    selection.add(node.getKey())
    $setSelection(selection)
  })
}

const paste = (editor: LexicalEditor, event: ClipboardEvent, data: DataTransfer, host: EditorHost) => {
  const files = readFiles(data)
  const html = data.getData('text/html')
  if (files.length > 0 && !data.types.includes('text/plain')) host.addFiles(files)
  else if (html !== '' && !data.types.includes('application/x-lexical-editor'))
    editor.update(() => $insertNodes($importHtml(html, { images: false })))
  else return false
  event.preventDefault()
  return true
}

/** Registers paste and drop of files and HTML, the removal of images, and Ctrl+Enter. Returns a function that ends it. */
export const registerCommands = (editor: LexicalEditor, host: RefObject<EditorHost>) =>
  mergeRegister(
    editor.registerCommand(
      PASTE_COMMAND,
      event =>
        event instanceof ClipboardEvent && event.clipboardData
          ? paste(editor, event, event.clipboardData, host.current)
          : false,
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
