import { dispatch, type Streams } from '../src/cli/command.ts'

/** Calls a command as the program does, which answers wrong calls; the exit code, and what was said on each stream. */
export const called = async (
  name: string,
  command: { usage: string; run: (args: string[], streams: Streams) => Promise<number> },
  args: string[],
): Promise<{ code: number | undefined; out: string; err: string }> => {
  const said = { out: '', err: '' }
  const streams = {
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  }
  const { usage, run } = command
  const commands = { [name]: { usage, does: name, run: (args: string[]) => run(args, streams) } }
  const code = await dispatch(commands, [name, ...args], streams)
  return { code, ...said }
}
