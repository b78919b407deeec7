const decoder = new TextDecoder('latin1')

// The name of the parameter in a header of content, which may be folded.
const FLOWED = /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*?format="?(flowed)/gim
const DELETES_SPACE = /delsp="?yes/i

/** Bytes of a message in which its text part, with the header of it, begins. */
const HEAD = 64 * 1024

/**
 * Takes the note `format=flowed` out of a message, so that the parser leaves its lines alone: it would join the end of a quotation with the
 * answer below it. `isFlowed` says that {@link joinFlowed} has to join the lines.
 */
export const withoutFlowed = (raw: Uint8Array): { raw: Uint8Array; isFlowed: boolean; deletesSpace: boolean } => {
  const head = decoder.decode(raw.subarray(0, HEAD))
  const places = [...head.matchAll(FLOWED)].map(match => match.index + match[0].length - 'flowed'.length)
  if (places.length === 0) return { raw, isFlowed: false, deletesSpace: false }
  const changed = new Uint8Array(raw)
  for (const place of places) changed.set(new TextEncoder().encode('fixed '), place)
  return { raw: changed, isFlowed: true, deletesSpace: DELETES_SPACE.test(head) }
}

/** Joins the lines of flowed text (RFC 3676, section 4): never lines of different depths of quotation. */
export const joinFlowed = (text: string, deletesSpace: boolean): string => {
  const lines: { depth: number; text: string; isOpen: boolean }[] = []
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>+/.exec(line)?.[0] ?? ''
    const rest = line.slice(marks.length).replace(/^ /, '')
    const isOpen = rest.endsWith(' ') && rest !== '-- '
    const content = isOpen && deletesSpace ? rest.slice(0, -1) : rest
    const last = lines.at(-1)
    if (last?.isOpen && last.depth === marks.length && rest !== '-- ') {
      last.text += content
      last.isOpen = isOpen
    } else lines.push({ depth: marks.length, text: content, isOpen })
  }
  return lines.map(({ depth, text }) => `${'>'.repeat(depth)}${depth ? ' ' : ''}${text.trimEnd()}`).join('\n')
}
