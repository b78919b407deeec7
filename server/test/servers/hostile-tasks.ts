import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { WorkerTask } from '../../src/kernel/workers/worker-task.ts'

const task = <Input, Output>(
  name: string,
  run: (input: Input) => Output | Promise<Output>,
  timeLimitMs = 20_000,
): WorkerTask<Input, Output> => ({ name, timeLimitMs, load: async () => run })

export const lengthOf = task('lengthOf', ({ bytes }: { bytes: Uint8Array }) => bytes.length)

export const reversed = task('reversed', (bytes: Uint8Array) => Buffer.from(bytes).reverse())

export const processId = task('processId', () => process.pid)

export const variables = task('variables', () => Object.keys(process.env))

export const throws = task('throws', (word: string) => {
  throw new Error(`unforeseen ${word}`)
})

export const endless = task(
  'endless',
  () => {
    for (;;);
  },
  400,
)

/** A regular expression with catastrophic backtracking. */
export const backtracking = task('backtracking', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`), 400)

/** An array whose growth is beyond the heap: in a worker thread it ends the whole server. */
export const growingArray = task('growingArray', () => {
  const numbers: number[] = []
  for (let one = 0; ; one += 1) numbers.push(one + 0.5)
})

/** Memory outside of the heap, which V8's heap limit does not count. */
export const inflating = task('inflating', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
  const inflated: Buffer[] = []
  for (let one = 0; one < 200; one += 1) inflated.push(inflateRawSync(bomb))
  return inflated.length
})

export const exits = task('exits', () => process.exit(7))

/** Takes the place of the product's task. */
export const renderMail = task('render mail', () => process.exit(7))

/** Ends when a file exists. */
export const waitsFor = task('waitsFor', async (path: string) => {
  while (!existsSync(path)) await setTimeout(5)
})
