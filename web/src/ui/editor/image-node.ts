import {
  $applyNodeReplacement,
  DecoratorNode,
  type EditorConfig,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
} from 'lexical'

type SerializedImage = Spread<{ src: string; alt: string }, SerializedLexicalNode>

/** An image node of the editor, with a button that removes it. */
export class ImageNode extends DecoratorNode<null> {
  __src: string
  __alt: string

  static override getType() {
    return 'image'
  }

  static override clone(node: ImageNode) {
    return new ImageNode(node.__src, node.__alt, node.__key)
  }

  static override importJSON({ src, alt }: SerializedImage) {
    return $createImageNode(src, alt)
  }

  constructor(src = '', alt = '', key?: NodeKey) {
    super(key)
    this.__src = src
    this.__alt = alt
  }

  override exportJSON(): SerializedImage {
    return { ...super.exportJSON(), src: this.__src, alt: this.__alt }
  }

  override createDOM({ theme }: EditorConfig) {
    const frame = document.createElement('span')
    frame.className = 'editor-image'
    frame.contentEditable = 'false'
    const picture = document.createElement('img')
    picture.src = this.__src
    picture.alt = this.__alt
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.className = 'editor-image-remove'
    remove.textContent = '×'
    remove.ariaLabel = `${theme.removeImage ?? ''} ${this.__alt}`.trim()
    frame.append(picture, remove)
    return frame
  }

  override updateDOM() {
    return false
  }

  override decorate() {
    return null
  }

  override isInline() {
    return true
  }

  override getTextContent() {
    return this.__alt
  }
}

/** Creates an image node. */
export const $createImageNode = (src: string, alt: string) => $applyNodeReplacement(new ImageNode(src, alt))

/** Whether a node is an image node. */
export const $isImageNode = (node: LexicalNode | null | undefined): node is ImageNode => node instanceof ImageNode
