// Keeps the three catalogues whole: same keys, none unused, none missing, a text for every error code.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodesOf, sourceFiles } from './source-files.mjs'

const languages = ['it', 'en', 'es']
const errorPrefix = 'errors.'
const plural = /_(zero|one|two|few|many|other)$/

const load = async file => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const isObject = value => typeof value === 'object' && value !== null

const flat = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    isObject(value) ? flat(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )

const camelCase = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

// Each file of a language is one object, named like the file (`staff/queue.ts`, `staff/publishing/queue.ts`: `staffQueue`): at the start or with its section's screens,
// its keys are below that name.
const textsOfFiles = async (root, folder) => {
  const files = readdirSync(join(root, folder), { recursive: true }).filter(file => /(?<!\bcatalogue)\.ts$/.test(file))
  const found = await Promise.all(
    files.map(async file => {
      const name = camelCase(file.replace(/\.ts$/, '').replace(/[\\/](.*[\\/])?/, '-'))
      const texts = await load(join(root, folder, file))
      if (Object.keys(texts).join() !== name) throw new Error(`${folder}/${file} must have one export called ${name}`)
      return flat({ ...texts })
    }),
  )
  return found.flat()
}

// The names of the menu entries stand in one file for all languages.
const menuTexts = async (root, language) => {
  const file = join(root, 'web/src/text/menu-names.ts')
  return existsSync(file) ? flat((await load(file)).menuTexts(language)) : []
}

const catalogue = async (root, language) => {
  const path = `web/src/text/${language}/catalogue.ts`
  if (!existsSync(join(root, path))) throw new Error(`${path} is not there`)
  const objects = Object.values(await load(join(root, path))).filter(isObject)
  if (objects.length !== 1) throw new Error(`${path} must export one catalogue, not ${objects.length}`)
  const texts = new Map(flat(objects[0]))
  if (!texts.size) throw new Error(`${path} holds no text`)
  for (const [key, text] of await textsOfFiles(root, `web/src/text/${language}`)) texts.set(key, text)
  for (const [key, text] of await menuTexts(root, language)) texts.set(key, text)
  return { language, path: `web/src/text/${language}`, texts }
}

const base = key => key.replace(plural, '')

const differences = catalogues => {
  const all = new Set(catalogues.flatMap(({ texts }) => [...texts.keys()].map(base)))
  return catalogues.flatMap(({ path, texts, language }) => {
    const own = new Set([...texts.keys()].map(base))
    const missing = [...all].filter(key => !own.has(key)).map(key => `${path}: no text for ${key}`)
    const empty = [...texts].filter(([, text]) => !text).map(([key]) => `${path}: the text of ${key} is empty`)
    const pluralKeys = new Set([...texts.keys()].filter(key => plural.test(key)).map(base))
    // 'many' is for round millions in Italian and Spanish: 'other' does for them.
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter(form => form !== 'many')
    const formless = [...pluralKeys].flatMap(key =>
      forms.filter(form => !texts.has(`${key}_${form}`)).map(form => `${path}: no text for ${key}_${form}`),
    )
    return [...missing, ...empty, ...formless]
  })
}

const placeholdersOf = ({ texts }) => {
  const found = new Map()
  for (const [key, text] of texts)
    for (const [, name] of text.matchAll(/\{\{(\w+)/g))
      found.set(base(key), (found.get(base(key)) ?? new Set()).add(name))
  return found
}

// What stands for a value is the same in each language: nothing is given for a name that one of them alone has.
const strangePlaceholders = catalogues => {
  const all = catalogues.map(placeholdersOf)
  return catalogues.flatMap(({ path }, at) =>
    [...all[at]].flatMap(([key, names]) =>
      [...names]
        .filter(name => !all.every(one => one.get(key)?.has(name)))
        .map(name => `${path}: ${key} has {{${name}}}, which another language lacks`),
    ),
  )
}

const literals = node => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'ConditionalExpression') return [...literals(node.consequent), ...literals(node.alternate)]
  return []
}

const isTranslation = node => node.type === 'CallExpression' && (node.callee.name ?? node.callee.property?.name) === 't'

// `returnObjects` gives all the texts below a key.
const givesObject = node => node.arguments[1]?.properties?.some(({ key }) => key?.name === 'returnObjects') ?? false

// `it: () => import('../text/es/wiki.ts')`
const loadsOther = node => {
  if (node.type !== 'Property' || !languages.includes(node.key.name)) return false
  const body = node.value.type === 'ArrowFunctionExpression' ? node.value.body : undefined
  const loaded = body?.type === 'ImportExpression' && /(?:text|\.)\/(it|en|es)\//.exec(body.source.value)?.[1]
  return Boolean(loaded) && loaded !== node.key.name
}

// A text counts as used where its key stands whole in the code, or where a template opens with the front part of it.
const uses = root => {
  const files = sourceFiles(root, ['web/src']).filter(path => !/^web\/src\/text\/(it|en|es)\/|\.test\.tsx?$/.test(path))
  const words = new Set()
  const openings = new Set([errorPrefix])
  const asked = []
  const mixed = []
  for (const path of files) {
    const { nodes, lineOf } = nodesOf(root, path)
    for (const node of nodes) {
      if (node.type === 'Literal' && typeof node.value === 'string') words.add(node.value)
      if (node.type === 'TemplateLiteral' && /^[\w.]+\.$/.test(node.quasis[0].value.cooked))
        openings.add(node.quasis[0].value.cooked)
      if (loadsOther(node)) mixed.push(`${path}:${lineOf(node)}: ${node.key.name} loads the texts of another language`)
      if (isTranslation(node)) {
        const keys = literals(node.arguments[0])
        const whole = givesObject(node)
        if (whole) for (const key of keys) openings.add(`${key}.`)
        asked.push(...keys.map(key => ({ key, whole, at: `${path}:${lineOf(node)}` })))
      }
    }
  }
  return { words, openings: [...openings], asked, mixed }
}

/** Every fault of the catalogues. */
export const checkCatalogue = async root => {
  const catalogues = await Promise.all(languages.map(language => catalogue(root, language)))
  const keys = new Set(catalogues.flatMap(({ texts }) => [...texts.keys()].map(base)))
  const { words, openings, asked, mixed } = uses(root)
  const { errorStatuses } = await load(join(root, 'contract/src/errors.ts'))
  const isUsed = key => words.has(key) || openings.some(opening => key.startsWith(opening))
  const isParent = key => [...keys].some(one => one.startsWith(`${key}.`))
  return [
    ...differences(catalogues),
    ...strangePlaceholders(catalogues),
    ...mixed,
    ...[...keys].filter(key => !isUsed(key)).map(key => `text ${key} is not used`),
    ...asked
      .filter(({ key, whole }) => (whole ? !isParent(key) : !keys.has(base(key))))
      .map(({ key, at }) => `${at}: no catalogue has ${key}`),
    ...Object.keys(errorStatuses)
      .filter(code => !keys.has(errorPrefix + code))
      .map(code => `error code ${code} has no text (${errorPrefix}${code})`),
  ]
}
