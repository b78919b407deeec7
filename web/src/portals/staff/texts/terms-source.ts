import { escapeHtml } from '../../../ui/editor/plain-html.ts'

const hasTags = (text: string) => /<\/?[a-z][a-z0-9]*(\s[^<>]*)?>/i.test(text)

const blockOf = (block: string): string => {
  const lines = block.split('\n').map(line => line.trim())
  if (lines.every(line => line.startsWith('- ')))
    return `<ul>${lines.map(line => `<li>${escapeHtml(line.slice(2).trim())}</li>`).join('')}</ul>`
  const [first = '', ...rest] = lines
  if (!first.startsWith('# ')) return `<p>${lines.map(escapeHtml).join('<br>')}</p>`
  const heading = `<h2>${escapeHtml(first.slice(2).trim())}</h2>`
  return rest.length > 0 ? heading + blockOf(rest.join('\n')) : heading
}

/**
 * The HTML of terms as they were typed: HTML as it is; in plain text an empty line ends a paragraph, `# ` begins a heading, and lines with
 * `- ` are a list.
 */
export const termsToHtml = (typed: string): string => {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (hasTags(text)) return text
  return text
    .split(/\n\s*\n/)
    .filter(block => block.trim() !== '')
    .map(block => blockOf(block.trim()))
    .join('\n')
}
