import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apikeyOptions, apikeyUsage } from './apikey-command.ts'
import { inviteOptions, inviteUsage } from './invite-command.ts'
import { portalOptions, portalUsage } from './portal-command.ts'
import { staffOptions, staffUsage } from './staff-command.ts'

// The table of docs/operating.md says of each option of these commands where the staff room has it. One that is missing fails here.

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The options of a command: those of each act, or of the command itself. `--json` is a form of the answer. */
const optionsOf = (command: string, options: object) =>
  Object.keys(options).flatMap(name => (name === 'json' ? [] : [`${command} --${name}`]))
const actsOf = (command: string, acts: Record<string, object>) =>
  Object.entries(acts).flatMap(([act, options]) => [`${command} ${act}`, ...optionsOf(`${command} ${act}`, options)])

const commands: { usage: string; options: string[] }[] = [
  { usage: portalUsage, options: actsOf('portal', portalOptions) },
  { usage: staffUsage, options: actsOf('staff', staffOptions) },
  { usage: inviteUsage, options: ['invite', ...optionsOf('invite', inviteOptions)] },
  { usage: apikeyUsage, options: optionsOf('apikey', apikeyOptions) },
]

const rows = read('docs/operating.md')
  .split('\n')
  .flatMap(line => {
    const [, cell = '', place = ''] = /^\| (.*?) \| (.*) \|$/.exec(line) ?? []
    return cell.startsWith('`portico ') ? [{ cell, place }] : []
  })

/** Each command that a cell names, with and without each of its options. */
const named = rows.flatMap(({ cell }) =>
  [...cell.matchAll(/`portico ([^`]+)`/g)].flatMap(([, call = '']) => {
    const words = call.split(' ')
    const command = words.filter(word => !word.startsWith('--')).join(' ')
    return [command, ...words.filter(word => word.startsWith('--')).map(option => `${command} ${option}`)]
  }),
)

test.each(commands)('every option of $options.0 is in the table', ({ options }) => {
  expect(options.filter(option => !isNamed(option))).toEqual([])
})

/** The acts of `apikey` share their options. */
const isNamed = (option: string) =>
  named.includes(option) ||
  (option.startsWith('apikey --') && named.some(one => one.replace(/^apikey \w+ /, 'apikey ') === option))

test('the table names no option that is not there', () => {
  const known = new Set(commands.flatMap(({ options }) => options))
  const isKnown = (one: string) => known.has(one) || known.has(one.replace(/^apikey \w+ /, 'apikey '))
  const ours = named.filter(one => /^(portal|staff|invite|apikey) .*--/.test(one))
  expect(ours.length).toBeGreaterThan(40)
  expect(ours.filter(one => !isKnown(one))).toEqual([])
})

test.each(commands)('the help of $options.0 names every option', ({ usage, options }) => {
  const flags = options.flatMap(option => /--[\w-]+$/.exec(option) ?? [])
  expect(flags.filter(flag => !usage.includes(flag))).toEqual([])
})

test('every screen that the table names is called so', () => {
  const folder = 'web/src/text/en/staff/'
  const texts = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => read(folder + name))
    .join('\n')
  const screens = rows.flatMap(({ place }) =>
    [...place.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name = '']) => name),
  )
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter(name => !texts.includes(`'${name}'`))).toEqual([])
})
