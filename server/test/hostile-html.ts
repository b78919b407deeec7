import { messageMaxLength } from '@portico/contract/tickets'

const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))

/** Messages of the greatest length that a person may send, each as slow to clean as its kind can be. */
export const slowMessages = (length = messageMaxLength): Record<string, string> => ({
  ampersands: filled('&', length),
  'half of the pieces that are cleaned': filled('&', Math.floor(length / 2) - 1),
  'bold in bold': filled('<b>', length),
  'bold in bold, closed': filled(`${'<b>'.repeat(480)}x${'</b>'.repeat(480)}`, length),
  'stray beginnings of tags': filled('<', length),
  links: filled('<a href="http://x.y">x</a>', length),
  'one long address': `<a href="https://x.y/?${'&'.repeat(length - 40)}">x</a>`,
  'closed and never opened': filled('</br>', length),
  'paragraphs around blocks': filled('<p><div>x</div></p>', length),
  entities: filled('&amplt', length),
})
