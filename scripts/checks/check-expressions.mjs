// A text that costs a regular expression more than linear time holds up the thread that runs it, and with it everybody.
import { slowRunOf } from './slow-expressions.mjs'
import { nodesOf, sourceFiles } from './source-files.mjs'

const folders = ['contract/src', 'embedded-postgres/src', 'server/src', 'web/src']
const isOfProduct = path => !/\.test\.tsx?$/.test(path)

/** What stands for a part of an expression that is known only when it runs. */
const UNKNOWN = 'x'

/** The text of an expression that is put together from strings of its file. */
const textIn = nodes => {
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && id.type === 'Identifier' ? [[id.name, init]] : [],
    ),
  )
  const textOf = node => {
    switch (node?.type) {
      case 'Literal':
        return String(node.value)
      case 'TemplateLiteral':
        return node.quasis
          .map(({ value }, at) => value.cooked + (at < node.expressions.length ? textOf(node.expressions[at]) : ''))
          .join('')
      case 'TaggedTemplateExpression':
        return node.quasi.quasis
          .map(
            ({ value }, at) =>
              value.raw + (at < node.quasi.expressions.length ? textOf(node.quasi.expressions[at]) : ''),
          )
          .join('')
      case 'BinaryExpression':
        return textOf(node.left) + textOf(node.right)
      case 'Identifier':
        return constants.has(node.name) ? textOf(constants.get(node.name)) : UNKNOWN
      case 'CallExpression': {
        const { callee } = node
        const isReplacement = callee.type === 'MemberExpression' && callee.property.name === 'replace'
        return isReplacement ? textOf(callee.object).replace(...node.arguments.map(textOf)) : UNKNOWN
      }
      default:
        return UNKNOWN
    }
  }
  return textOf
}

/** The regular expressions of a file: source, flags and line. */
const expressionsOf = (root, path) => {
  const { nodes, lineOf } = nodesOf(root, path)
  const textOf = textIn(nodes)
  return nodes.flatMap(node => {
    if (node.type === 'Literal' && node.regex)
      return [{ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node) }]
    // What a schema says of a text, which is read as Unicode.
    if (node.type === 'Property' && node.key.name === 'pattern' && typeof node.value.value === 'string')
      return [{ source: node.value.value, flags: 'u', line: lineOf(node) }]
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (!isMade || node.callee.name !== 'RegExp') return []
    const [source, flags] = node.arguments
    return [{ source: textOf(source), flags: flags ? textOf(flags) : '', line: lineOf(node) }]
  })
}

/** Reports the regular expressions of the product whose time grows faster than the length of the text, one per line. */
export const checkExpressions = root => {
  const known = new Map()
  const slowRun = (source, flags) => {
    const key = `/${source}/${flags}`
    if (!known.has(key)) known.set(key, slowRunOf(source, flags))
    return known.get(key)
  }
  return sourceFiles(root, folders)
    .filter(isOfProduct)
    .flatMap(path =>
      expressionsOf(root, path).flatMap(({ source, flags, line }) => {
        const run = slowRun(source, flags)
        return run === undefined ? [] : [`${path}:${line}: /${source}/${flags} takes more than linear time for ${run}`]
      }),
    )
}
