/** One message of a stream of server-sent events. */
export type ServerEvent = { id: string | undefined; type: string; data: string }

const fieldOf = (line: string) => {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, ''] as const
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const
}

/** Reads the messages out of text that comes in pieces, as the standard has them. Comments give no message. */
export const eventReader = (onEvent: (event: ServerEvent) => void) => {
  let rest = ''
  let id: string | undefined
  let type = ''
  let data: string[] = []
  const dispatch = () => {
    if (data.length) onEvent({ id, type: type || 'message', data: data.join('\n') })
    type = ''
    data = []
  }
  const readLine = (line: string) => {
    if (line === '') return dispatch()
    const [name, value] = fieldOf(line)
    if (name === 'id' && !value.includes('\0')) id = value
    if (name === 'event') type = value
    if (name === 'data') data.push(value)
  }
  return (text: string) => {
    // A carriage return at the end of a piece may be the first half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  }
}
