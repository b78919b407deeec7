// The OpenAPI documents in docs/ must equal those that the server prints; `npm run openapi` updates them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.mjs'

/** The documents: the file in docs/, and the command that prints it. */
export const documents = [
  { kept: 'docs/openapi.json', args: [] },
  { kept: 'docs/operator-openapi.json', args: ['--operator'] },
  { kept: 'docs/staff-openapi.json', args: ['--staff'] },
]

/** Prints a document with the built server. */
export const printed = async (root, { args }) => {
  const { code, output } = await run(process.execPath, [join(root, 'server/dist/main.js'), 'openapi', ...args], {
    capture: true,
    cwd: root,
  })
  if (code) throw new Error(`the server cannot print its OpenAPI document:\n${output}`)
  return `${JSON.stringify(JSON.parse(output), null, 2)}\n`
}

const read = file => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const operations = text =>
  Object.entries(JSON.parse(text || '{"paths":{}}').paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      JSON.stringify(operation),
    ]),
  )

const check = async (root, document) => {
  const { kept } = document
  const now = await printed(root, document)
  const then = read(join(root, kept))
  if (now === then) return []
  const [after, before] = [new Map(operations(now)), new Map(operations(then))]
  const changed = [...new Set([...after.keys(), ...before.keys()])].filter(name => after.get(name) !== before.get(name))
  return [`${kept} lags behind the contract: run npm run openapi`, ...changed.map(name => `  ${name}`)]
}

/** Reports the operations whose description is out of date, or one line if another part of a document is. */
export const checkOpenapi = async root => (await Promise.all(documents.map(document => check(root, document)))).flat()
