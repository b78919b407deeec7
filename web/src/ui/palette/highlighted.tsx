import { highlight } from './highlight.ts'

/** A text with what was searched marked in it. */
export const Highlighted = ({ text, searched }: { text: string; searched: string }) =>
  highlight(text, searched).map(({ text: piece, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    hit ? <mark key={index}>{piece}</mark> : piece,
  )
