import { createSocket } from 'node:dgram'
import { afterAll } from 'vitest'

/** What a name has: its TXT records, and the names of its mail servers. `fails`: the server has a fault of its own (SERVFAIL). */
export type DnsName = { txt?: string[]; mx?: string[]; a?: string[]; fails?: true }

const types = { a: 1, mx: 15, txt: 16 }

const encodeName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map(label => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])])

const encodeText = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/[\s\S]{1,255}/g) ?? ['']).map(part => Buffer.from([part.length, ...Buffer.from(part, 'latin1')])),
  )

const dataOf = ({ txt = [], mx = [], a = [] }: DnsName, type: number): Buffer[] => {
  if (type === types.txt) return txt.map(encodeText)
  if (type === types.mx) return mx.map(host => Buffer.concat([Buffer.from([0, 10]), encodeName(host)]))
  if (type === types.a) return a.map(address => Buffer.from(address.split('.').map(Number)))
  return []
}

/** A real DNS server on loopback (RFC 1035, over UDP) that knows these names; the address for DNS_SERVER, and what it was asked. */
export const dnsServer = async (names: Record<string, DnsName>): Promise<{ address: string; asked: string[] }> => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const name = labels.join('.').toLowerCase()
    const type = query.readUInt16BE(at + 1)
    const question = query.subarray(12, at + 5)
    asked.push(name)
    const known = names[name]
    const answers = dataOf(known ?? {}, type).map(data => {
      const head = Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header[2] = 0x81
    header[3] = 0x80 | (known?.fails ? 2 : known ? 0 : 3)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  afterAll(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}
