import { createInterface } from 'node:readline'
import type { Output } from './import-command.ts'

/** What a command writes to; the terminal unless given. */
export type Streams = { stdout?: Output; stderr?: Output }

/** Puts a question to whoever has called; undefined where nobody can answer. */
export type Ask = ((question: string) => Promise<string>) | undefined

/** Puts questions on the terminal; undefined where a script calls, whose input is no terminal. The end of the input is an empty answer. */
export const terminal = (): Ask => {
  const stdin = process.stdin
  if (!stdin.isTTY || !process.stderr.isTTY) return undefined
  let lines: AsyncIterator<string> | undefined
  return async question => {
    // One reader for all questions: what was typed ahead of the next one is in it.
    lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]()
    process.stderr.write(question)
    stdin.ref()
    const { value = '' } = await lines.next()
    stdin.unref()
    return value
  }
}

/** A call that the command cannot make sense of, in a sentence; its usage is printed beneath it, and the exit code is 2. */
export class WrongCall extends Error {
  override name = 'WrongCall'
}

/** Called wrongly by our own rules, or by those of `parseArgs`. */
const isWrongCall = (error: unknown): error is Error =>
  error instanceof WrongCall ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))

/** A command as the program's help shows it. `usage` has a line for each way to call it. */
export type Command = {
  usage: string
  does: string
  /** The exit code; undefined where the process goes on. */
  run: (args: string[]) => Promise<number | undefined>
}

/** The only positional argument; `what` names it where it is missing or another follows. */
export const only = (positionals: string[], what: string): string => {
  const [one, ...more] = positionals
  if (one === undefined || more.length > 0) throw new WrongCall(`Name one ${what}.`)
  return one
}

/** An option that cannot be left out. */
export const required = (value: string | undefined, option: string): string => {
  if (value === undefined) throw new WrongCall(`--${option} is missing.`)
  return value
}

/** The act that the first argument names, and the arguments that are left to it. */
export const actOf = <Act>(acts: Record<string, Act>, [name = '', ...args]: string[]): [act: Act, args: string[]] => {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!act) throw new WrongCall(`Say what to do: ${Object.keys(acts).join(', ')}.`)
  return [act, args]
}

/** Prints what was found as one JSON value, or as lines of text. */
export const tell = (out: Output, json: boolean, value: unknown, text: string): void => {
  out.write(json ? `${JSON.stringify(value, null, 2)}\n` : text)
}

const usageOf = ({ usage }: Command) => usage.replace(/^(?! )/gm, 'portico ')

const helpOf = (command: Command) =>
  `${usageOf(command)}\n\n${command.does.replace(/^./, first => first.toUpperCase())}.`

const overview = (commands: Record<string, Command>) => `portico <command>

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(12)} ${does}`)
  .join('\n')}

\`portico <command> --help\` says how each is called. Exit codes: 0 done, 1 refused or failed, 2 called wrongly.
Settings are environment variables; the README lists them.`

/** Runs the command that the arguments name, or shows help; the exit code. */
export const dispatch = async (
  commands: Record<string, Command>,
  [name = '', ...args]: string[],
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number | undefined> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const asked = [name, ...args].some(word => word === '--help' || word === '-h')
  if (!command && !asked) {
    stderr.write(`${name ? `There is no command ${name}.\n` : ''}${overview(commands)}\n`)
    return 2
  }
  if (!command || asked) {
    stdout.write(`${command ? helpOf(command) : overview(commands)}\n`)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    if (!isWrongCall(error)) throw error
    stderr.write(`${error.message}\n${usageOf(command)}\n`)
    return 2
  }
}
