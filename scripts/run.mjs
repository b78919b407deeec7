import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program and returns its exit code and, with `capture`, the output of both streams.
 * Forwards a signal to stop to the program, and stops after the program has stopped.
 */
export const run = (command, args, { capture = false, stopWith = true, ...options } = {}) =>
  new Promise(resolve => {
    const child = spawn(command, args, { stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
    let asked
    const forward = signal => {
      asked = signal
      child.kill(signal)
    }
    if (stopWith) for (const signal of forwarded) process.on(signal, forward)
    const output = []
    child.stdout?.on('data', chunk => output.push(chunk))
    child.stderr?.on('data', chunk => output.push(chunk))
    const done = code => {
      for (const signal of forwarded) process.off(signal, forward)
      if (asked) process.exit(128 + constants.signals[asked])
      resolve({ code, output: Buffer.concat(output).toString() })
    }
    child.on('error', error => {
      output.push(Buffer.from(`${command}: ${error.message}\n`))
      if (!capture) console.error(`${command}: ${error.message}`)
      done(127)
    })
    child.on('close', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })

/** Runs npm; if npm started this process, the same npm. */
export const npm = (args, options) => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options)
}
