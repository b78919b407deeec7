import { deserialize, serialize } from 'node:v8'

/** One part of a message between the server and a worker process. */
export type MessagePart = { bytes: Uint8Array; last: boolean }

/** `send` of a child process copies a message before it returns: 25 MB at once block the event loop for 60 ms, 1 MB for 2 ms. */
const PART_BYTES = 1024 * 1024

/** Sends a value in parts; `send` must resolve when a part has been written. */
export const sendInParts = async (value: unknown, send: (part: MessagePart) => Promise<void>): Promise<void> => {
  const whole = serialize(value)
  for (let from = 0; from < whole.length; from += PART_BYTES) {
    const to = from + PART_BYTES
    await send({ bytes: whole.subarray(from, to), last: to >= whole.length })
  }
}

/** Reassembles parts and passes on each complete value. */
export const receiveParts = (onValue: (value: unknown) => void): ((part: MessagePart) => void) => {
  let parts: Uint8Array[] = []
  return ({ bytes, last }) => {
    parts.push(bytes)
    if (!last) return
    const whole = Buffer.concat(parts)
    parts = []
    onValue(deserialize(whole))
  }
}
