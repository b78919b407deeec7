import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** What a server does instead of answering a command. `half`: it answers, stops in the middle, and stays connected; `no word`: NO alone. */
type Fault = 'silent' | 'drop' | 'half' | 'half and drop' | 'trickle' | 'no' | 'no word' | 'nothing'

/** A mail in the mailbox of {@link hostileImap}. */
type Kept = { uid: number; raw: string }

/**
 * An IMAP server that misbehaves as told. It knows what a mailbox is read with (RFC 3501: CAPABILITY, LOGIN, EXAMINE, UID SEARCH, UID
 * FETCH, IDLE) and one mailbox, whatever its name.
 */
export const hostileImap = async () => {
  const state = {
    mails: [] as Kept[],
    uidValidity: 1 as number | null,
    /** Asked before each command, and with `greeting` before the first; undefined: the command is answered well. */
    fault: (_command: string): Fault | undefined => undefined,
    commands: [] as string[],
  }
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()

  const literal = (text: string) => `{${Buffer.byteLength(text, 'latin1')}}\r\n${text}`
  const fetched = (line: string): string => {
    const [, uid = ''] = /^UID FETCH (\d+)/i.exec(line) ?? []
    const mail = state.mails.find(one => one.uid === Number(uid))
    if (!mail) return ''
    const at = state.mails.indexOf(mail) + 1
    const headers = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n') + 4)
    const items = [`UID ${mail.uid}`]
    if (/RFC822\.SIZE/i.test(line)) items.push(`RFC822.SIZE ${mail.raw.length}`)
    if (/BODY\.PEEK\[\]/i.test(line)) items.push(`BODY[] ${literal(mail.raw)}`)
    if (/BODY\.PEEK\[HEADER\]/i.test(line)) items.push(`BODY[HEADER] ${literal(headers)}`)
    return `* ${at} FETCH (${items.join(' ')})\r\n`
  }

  const untaggedFor = (line: string): string => {
    const command = line.toUpperCase()
    if (command.startsWith('CAPABILITY')) return '* CAPABILITY IMAP4rev1 IDLE\r\n'
    if (command.startsWith('LIST') || command.startsWith('LSUB')) return '* LIST () "/" INBOX\r\n'
    if (command.startsWith('EXAMINE') || command.startsWith('SELECT')) {
      const next = Math.max(0, ...state.mails.map(({ uid }) => uid)) + 1
      const numbered = state.uidValidity === null ? '' : `* OK [UIDVALIDITY ${state.uidValidity}] x\r\n`
      return `* ${state.mails.length} EXISTS\r\n* FLAGS (\\Seen)\r\n${numbered}* OK [UIDNEXT ${next}] x\r\n`
    }
    if (command.startsWith('UID SEARCH')) {
      const from = Number(/UID (\d+):\*/.exec(command)?.[1] ?? 1)
      const last = state.mails.at(-1)?.uid
      // RFC 3501, section 6.4.8: the last mail is always in `n:*`.
      const found = state.mails.map(({ uid }) => uid).filter(uid => uid >= from || uid === last)
      return `* SEARCH${found.map(uid => ` ${uid}`).join('')}\r\n`
    }
    return command.startsWith('UID FETCH') ? fetched(line) : ''
  }

  const answer = (socket: Socket, tag: string, line: string) => {
    const fault = state.fault(line)
    if (fault === 'silent') return
    if (fault === 'drop') return socket.destroy()
    if (fault === 'no') return socket.write(`${tag} NO [SERVERBUG] not today\r\n`)
    if (fault === 'no word') return socket.write(`${tag} NO\r\n`)
    if (fault === 'nothing') return socket.write(`${tag} OK done\r\n`)
    const text = untaggedFor(line)
    if (fault === 'trickle') {
      let at = 0
      const timer = setInterval(() => {
        // The end of it never comes.
        if (at < text.length - 4) socket.write(text[at] ?? '')
        at += 1
      }, 20)
      timers.add(timer)
      socket.on('close', () => clearInterval(timer))
      return
    }
    if (fault === 'half' || fault === 'half and drop') {
      const part = text.slice(0, text.length / 2)
      return fault === 'half' ? socket.write(part) : socket.end(part)
    }
    if (/^IDLE/i.test(line)) return socket.write('+ idling\r\n')
    socket.write(`${text}${tag} OK done\r\n`)
  }

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const fault = state.fault('greeting')
    if (fault === 'drop') return socket.destroy()
    if (fault !== 'silent') socket.write('* OK hello\r\n')
    let pending = ''
    let idleTag = ''
    socket.on('data', data => {
      pending += String(data)
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const [tag = '', ...rest] = pending.slice(0, end).split(' ')
        pending = pending.slice(end + 2)
        const line = rest.join(' ')
        if (tag === 'DONE') {
          socket.write(`${idleTag} OK done\r\n`)
          continue
        }
        if (/^IDLE/i.test(line)) idleTag = tag
        state.commands.push(line)
        answer(socket, tag, line)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  afterAll(() => {
    for (const timer of timers) clearInterval(timer)
    dropAll()
    server.close()
  })
  return {
    state,
    dropAll,
    url: (user: string) => `imap://${user}@127.0.0.1:${port}/INBOX`,
    /** How many connections are open. */
    connections: () => sockets.size,
    /** Misbehaves at the commands that match, as often as given. */
    misbehave: (what: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY) => {
      let left = times
      state.fault = command => {
        if (left === 0 || !what.test(command)) return undefined
        left -= 1
        return fault
      }
    },
    behave: () => {
      state.fault = () => undefined
    },
  }
}
