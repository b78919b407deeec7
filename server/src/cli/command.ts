import { createInterface } from 'node:readline'
import type { Output } from './import-command.ts'

/** Output streams of a command. Default: those of the process. */
export type Streams = { stdout?: Output; stderr?: Output }

/** Asks the caller a question and returns the answer; undefined if nobody can answer. */
export type Ask = ((question: string) => Promise<string>) | undefined

/** Asks questions on the terminal; undefined if standard input is not a terminal, as in a script. End of input counts as an empty answer. */
export const terminal = (): Ask => {
  const stdin = process.stdin
  if (!stdin.isTTY || !process.stderr.isTTY) return undefined
  let lines: AsyncIterator<string> | undefined
  return async question => {
    // One reader for all questions, because it may have buffered lines that were typed ahead.
    lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]()
    process.stderr.write(question)
    stdin.ref()
    const { value = '' } = await lines.next()
    stdin.unref()
    return value
  }
}

/** Invalid arguments. The program prints the message and the usage of the command, and exits with 2. */
export class WrongCall extends Error {
  override name = 'WrongCall'
}

/** Whether our own validation or `parseArgs` rejected the arguments. */
const isWrongCall = (error: unknown): error is Error =>
  error instanceof WrongCall ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))

/** A command and its help. `usage` has one line per form of the call. */
export type Command = {
  usage: string
  does: string
  /** Returns the exit code, or undefined if the process keeps running. */
  run: (args: string[]) => Promise<number | undefined>
}

/** Returns the single positional argument. Throws if there is none or more than one; the message names it as `what`. */
export const only = (positionals: string[], what: string): string => {
  const [one, ...more] = positionals
  if (one === undefined || more.length > 0) throw new WrongCall(`Name one ${what}.`)
  return one
}

/** Returns the value of a mandatory option. Throws if it is missing. */
export const required = (value: string | undefined, option: string): string => {
  if (value === undefined) throw new WrongCall(`--${option} is missing.`)
  return value
}

/** Looks up the subcommand that the first argument names; returns it with the remaining arguments. */
export const actOf = <Act>(acts: Record<string, Act>, [name = '', ...args]: string[]): [act: Act, args: string[]] => {
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!act) throw new WrongCall(`Say what to do: ${Object.keys(acts).join(', ')}.`)
  return [act, args]
}

/** Prints a result as one JSON value or as text. */
export const printResult = (out: Output, json: boolean, value: unknown, text: string): void => {
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

/** Runs the command that the arguments name, or shows help. Returns the exit code, or undefined if the process keeps running. */
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
