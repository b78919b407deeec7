import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Answer = { id?: number; result?: never; error?: { message: string } }
type Evaluated = { result: { value: never }; exceptionDetails?: { exception?: { description?: string } } }

/** A page in its own browser context with an empty cache. */
export type QuietPage = {
  /** Runs a script at the start of every document, before its own scripts. */
  atBegin: (source: string) => Promise<void>
  goTo: (address: string) => Promise<void>
  /** Evaluates an expression, whose value must be JSON. */
  read: <Value>(expression: string) => Promise<Value>
  close: () => Promise<void>
}

/** A browser for measurements: nothing listens to it between navigation and result (decision 30, Measuring the cold start). */
export const startQuietBrowser = async (
  executablePath: string,
  args: string[],
  size: { width: number; height: number },
) => {
  const profile = await mkdtemp(join(tmpdir(), 'portico-browser-'))
  const child: ChildProcess = spawn(
    executablePath,
    ['--headless', `--user-data-dir=${profile}`, '--remote-debugging-pipe', ...args, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const [, , , questions, answers] = child.stdio as [null, null, null, Writable, Readable]
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let rest = ''
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id = 0, result, error } = JSON.parse(message) as Answer
      if (error) waiting.get(id)?.reject(new Error(error.message))
      else waiting.get(id)?.resolve(result as never)
      waiting.delete(id)
    }
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'))
  })
  let asked = 0
  const ask = <Result>(method: string, params: object = {}, sessionId?: string) =>
    new Promise<Result>((resolve, reject) => {
      waiting.set(++asked, { resolve, reject })
      questions.write(`${JSON.stringify({ id: asked, method, params, sessionId })}\0`)
    })

  const newPage = async (): Promise<QuietPage> => {
    const context = await ask<{ browserContextId: string }>('Target.createBrowserContext')
    const target = await ask<{ targetId: string }>('Target.createTarget', { url: 'about:blank', ...context, ...size })
    const { sessionId } = await ask<{ sessionId: string }>('Target.attachToTarget', { ...target, flatten: true })
    await ask('Page.enable', {}, sessionId)
    return {
      atBegin: source => ask('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId),
      goTo: url => ask('Page.navigate', { url }, sessionId),
      read: async expression => {
        const params = { expression, returnByValue: true }
        const { result, exceptionDetails } = await ask<Evaluated>('Runtime.evaluate', params, sessionId)
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression)
        return result.value
      },
      close: () => ask('Target.disposeBrowserContext', context),
    }
  }

  const stop = async () => {
    const running = child.exitCode === null && child.signalCode === null
    child.kill()
    if (running) await once(child, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { newPage, stop }
}
