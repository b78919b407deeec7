const signs: Record<string, string> = {
  Control: 'Ctrl',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys of `Key.keys`, each as it is written on the keyboard: `Control+Enter` is Ctrl and ↵, `g c` is G and C. */
export const keysOf = (name: string, shift: string): string[] =>
  name
    .split(' ')
    .flatMap(part => (part.length > 1 ? part.split('+') : [part]))
    .map(key => (key === 'Shift' ? shift : (signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))))
