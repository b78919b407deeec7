// Whatever decides what a query reads is part of its key: else two searches share what the cache holds.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from './source-files.mjs'

const isNode = value => value && typeof value.type === 'string'
const childrenOf = node =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'typeAnnotation' || key === 'typeArguments' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )

/** The names that a pattern binds: `a`, `{ a, b: c, ...d }`, `[a]`. */
const boundBy = pattern => {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'Property') return boundBy(pattern.value)
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left)
  if (pattern.type === 'RestElement') return boundBy(pattern.argument)
  return [...(pattern.properties ?? []), ...(pattern.elements ?? [])].flatMap(boundBy)
}

/** The names that an expression reads, without those of properties, and without refs, which only remember. */
const namesIn = node => {
  if (!isNode(node) || node.property?.name === 'current') return []
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'MemberExpression' && !node.computed) return namesIn(node.object)
  if (node.type === 'Property') return [...(node.computed ? namesIn(node.key) : []), ...namesIn(node.value)]
  return childrenOf(node).flatMap(namesIn)
}

const propertyOf = (object, name) => object.properties.find(({ key }) => key?.name === name)?.value

/** Key and reading function of `pageQuery(key, read)` and of `{ queryKey, queryFn }`. */
const queryIn = node => {
  if (node.type === 'CallExpression' && node.callee.name === 'pageQuery') return node.arguments
  if (node.type !== 'ObjectExpression') return undefined
  const query = [propertyOf(node, 'queryKey'), propertyOf(node, 'queryFn')]
  return query.every(isNode) ? query : undefined
}

const isFunction = node => /^(ArrowFunction|Function)(Expression|Declaration)$/.test(node.type)

/** What the body of a function declares, each name with the names that it is made of. */
const declaredIn = body =>
  (Array.isArray(body?.body) ? body.body : [])
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ id, init }) => boundBy(id).map(name => [name, namesIn(init)]))

/** For each query below a node the names that it reads by and its key lacks. `scope` has the names of enclosing functions and their sources. */
const lacking = (node, scope) => {
  const inner = isFunction(node)
    ? new Map([...scope, ...node.params.flatMap(boundBy).map(name => [name, []]), ...declaredIn(node.body)])
    : scope
  const [key, read] = queryIn(node) ?? []
  const found = []
  if (key && read) {
    const named = new Set(namesIn(key))
    const isNamed = name => {
      if (named.has(name) || !inner.has(name)) return true
      const sources = inner.get(name).filter(source => inner.has(source))
      return sources.length > 0 && sources.every(isNamed)
    }
    const own = new Set(isFunction(read) ? read.params.flatMap(boundBy) : [])
    const missing = [...new Set(namesIn(isFunction(read) ? read.body : read))].filter(
      name => !own.has(name) && inner.has(name) && !isNamed(name),
    )
    if (missing.length) found.push({ start: node.start, missing })
  }
  return [...found, ...childrenOf(node).flatMap(child => lacking(child, inner))]
}

// What makes the queries of lists takes key and reading function from its callers.
const mechanism = 'web/src/list/page-query.ts'

/** Every query of the web client whose key lacks something that it reads by. */
export const checkQueryKeys = root => {
  const files = sourceFiles(root, ['web/src']).filter(path => path !== mechanism && !/\.test\.tsx?$/.test(path))
  return files.flatMap(path => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!/pageQuery\(|queryKey/.test(text)) return []
    return lacking(parseSync(path, text).program, new Map()).map(({ start, missing }) => {
      const line = text.slice(0, start).split('\n').length
      return `${path}:${line}: the key of this query lacks ${missing.join(', ')}`
    })
  })
}
