// Verifies what comments and documents cite: rules of the specification, decision records, tests, and links within the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { nodesOf, skipped } from './source-files.mjs'

// These files contain the faults that this check is tested with.
const samples = ['scripts/checks/checks.test.mjs', 'scripts/checks/sample-tree.mjs']

// The database stores the hash of each applied migration, so the text of a migration must never change.
const isApplied = path => /\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(path)

const isRead = name => /\.(ts|tsx|mjs|js|sql|css|html|md|sh|conf|jsonc|service|timer)$/.test(name)

/** Paths relative to `root`, with forward slashes, of every file that may contain citations. */
const citingFiles = root => {
  const under = folder =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : under(path)
      return isRead(entry.name) && !samples.includes(path) ? [path] : []
    })
  return under('.').sort()
}

const withoutCode = text => text.replace(/^( *)(`{3,})[\s\S]*?^\1\2/gm, code => code.replace(/[^\n]/g, ' '))
const withoutInlineCode = text => text.replace(/`[^`\n]*`/g, code => ' '.repeat(code.length))

/** The anchor that a Markdown renderer gives a heading. */
const slugOf = heading =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const readAnchors = text => {
  const markdown = withoutCode(text)
  const anchors = [...markdown.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id]) => id)
  const headings = [...markdown.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => slugOf(heading))
  return { anchors, all: new Set([...anchors, ...headings]) }
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length

/** The text after an index as one line, without the markers that begin the lines of a comment. */
const textBehind = (text, index) => text.slice(index, index + 400).replace(/\s*\n\s*(?:\/\/|\*|--|>)?\s*/g, ' ')

const readRecords = root => {
  const folder = 'docs/decisions'
  if (!existsSync(join(root, folder))) return new Map()
  const titles = readdirSync(join(root, folder)).flatMap(name => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join(root, folder, name), 'utf8')) ?? []
    return number ? [[Number(number), title]] : []
  })
  return new Map(titles)
}

// `test` of `test.each([…])('…')` and of `test.step('…')`; a function called `testIf` declares tests too.
const calledName = ({ type, name, object, callee, tag }) =>
  type === 'Identifier' ? name : calledName(object ?? callee ?? tag ?? { type: 'Identifier' })

const textOf = node => {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  return typeof node?.value === 'string' ? node.value : ''
}

/** What the tests of a file are called, as it is written there. */
const testNames = (root, path) =>
  nodesOf(root, path)
    .nodes.filter(
      ({ type, callee }) => type === 'CallExpression' && /^(test|it|describe|testIf)$/.test(calledName(callee)),
    )
    .flatMap(node => node.arguments.slice(0, 2).map(textOf))

/** Reports broken citations and links, one per line. */
export const checkCitations = root => {
  const texts = new Map(citingFiles(root).map(path => [path, readFileSync(join(root, path), 'utf8')]))
  const records = readRecords(root)
  const known = new Map()
  const anchorsOf = path => {
    if (!known.has(path)) known.set(path, readAnchors(texts.get(path) ?? ''))
    return known.get(path)
  }
  const problems = []

  const findIn = (path, text, pattern, judge) => {
    for (const match of text.matchAll(pattern)) {
      const fault = judge(match)
      if (fault) problems.push(`${path}:${lineAt(text, match.index)}: ${fault}`)
    }
  }

  const checkRules = (path, text) =>
    findIn(path, text, /\bspecification\/([\w-]+\.md)(?:#([\w-]+))?/g, ([, page, anchor]) => {
      const file = `docs/specification/${page}`
      if (!texts.has(file)) return `the specification has no page ${page}`
      if (anchor !== undefined)
        return anchorsOf(file).all.has(anchor) ? undefined : `specification/${page} has no anchor #${anchor}`
      return path.endsWith('.md') ? undefined : `cite a rule by its anchor: specification/${page}#…`
    })

  const checkDecisions = (path, text) => {
    findIn(path, text, /\bdecisions\/\d{4}(?![\w-]*\.md)/g, ([cited]) => `cite ${cited} as "decision N, Title"`)
    findIn(path, text, /\bdecision (\d+)/gi, ({ 0: cited, 1: number, index }) => {
      const title = records.get(Number(number))
      if (!title) return `there is no decision ${number}`
      return textBehind(text, index + cited.length).startsWith(`, ${title}`)
        ? undefined
        : `cite it as "decision ${number}, ${title}"`
    })
  }

  const checkDead = (path, text) =>
    findIn(
      path,
      text,
      /\b(?:spec|decisions)(?:\s|\/\/|\*|--)+\d/gi,
      ([cited]) => `"${cited.replace(/\s+/g, ' ')}" cites a document that is not in the repository`,
    )

  const checkLinks = (path, text) =>
    findIn(path, withoutInlineCode(withoutCode(text)), /\]\(([^()\s]+)\)/g, ([, target]) => {
      if (/^[a-z]+:/.test(target)) return undefined
      const [file = '', anchor] = target.split('#')
      const linked = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!existsSync(join(root, linked))) return `links to ${linked}, which is not there`
      if (anchor === undefined || !linked.endsWith('.md')) return undefined
      return anchorsOf(linked).all.has(anchor) ? undefined : `${linked} has no anchor #${anchor}`
    })

  // A document names a test by its file, or the end of its path, and its name or a part of it: `sessions.test.ts` "logout ends".
  const checkTests = (path, text) =>
    findIn(path, text, /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")*)/g, ([, cited, said]) => {
      const files = [...texts.keys()].filter(file => `/${file}`.endsWith(`/${cited}`))
      if (files.length !== 1) return `${cited} ${files.length ? `may be ${files.join(' or ')}` : 'is not there'}`
      if (!said) return `name the test of ${cited}`
      const names = testNames(root, files[0])
      const wrong = [...said.matchAll(/"([^"]+)"/g)].find(([, part]) => !names.some(name => name.includes(part)))
      return wrong && `no test of ${cited} is called ${wrong[0]}`
    })

  const checkAnchors = path => {
    const { anchors } = anchorsOf(path)
    for (const [at, id] of anchors.entries()) {
      if (!/^[a-z]+(-[a-z]+)*$/.test(id)) problems.push(`${path}: the anchor #${id} is not made of words`)
      if (anchors.indexOf(id) < at) problems.push(`${path}: the anchor #${id} is there twice`)
    }
  }

  for (const [path, text] of texts) {
    checkRules(path, text)
    if (path.endsWith('.md')) checkLinks(path, text)
    if (path.startsWith('docs/specification/')) checkAnchors(path)
    if (path.startsWith('docs/') && path.endsWith('.md')) checkTests(path, text)
    if (isApplied(path)) continue
    checkDecisions(path, text)
    checkDead(path, text)
  }
  return problems
}
