// Finds regular expressions whose time grows faster than the length of the text, by running them on long runs made from their own parts.
import { createContext, Script } from 'node:vm'
import { RegExpParser } from '@eslint-community/regexpp'

/** Characters of which people and programs make long runs. */
const COMMON = [...' \t\n\ra1=\'"><@-.,:;/\\_#*(&é€\0']
/** Characters of one class that are tried. */
const PER_CLASS = 12
/** A repetition of up to this many is not long. */
const LONG = 50
/** Behind each run, so that an expression that has to end there does not. */
const ENDS = ['', '\0', '\n!', ' a']
/** A run has at least as many characters, and repeats its piece as often. */
const LENGTH = 4000
const PIECES = 2000
/** An expression that takes longer for such a run is measured more closely, in milliseconds: most take a hundredth of it. */
const SUSPICIOUS_MS = 2
const LIMIT_MS = 1000
/** How much longer it may take for a text that is four times as long: four times, and some for the machine. The square takes sixteen times. */
const FOURFOLD_MAX = 9

// With a limit of time, which ends expressions that would run for ever. A limit takes time itself, so all texts share one.
const sandbox = createContext({ now: () => performance.now() })
const script = new Script(`for (at = 0; at < texts.length; at += 1) {
  const start = now()
  texts[at].replace(expression, '')
  took = now() - start
  if (took > enough) break
}`)

/** Looks for all matches in texts, until one takes longer than `enough` milliseconds; returns its index, and what it took. */
const runOn = (expression, texts, enough) => {
  Object.assign(sandbox, { expression, texts, enough, at: 0, took: 0 })
  try {
    script.runInContext(sandbox, { timeout: LIMIT_MS })
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    sandbox.took = Number.POSITIVE_INFINITY
  }
  return { at: sandbox.at, took: sandbox.took }
}

const repeated = ({ before, piece, end }, times) =>
  before + piece.repeat(times * Math.max(PIECES, Math.ceil(LENGTH / piece.length))) + end

/** Whether the time grows faster than the length; the best of several measurements, because others use the machine, too. */
const growsFaster = (expression, run) => {
  const best = times => {
    const text = repeated(run, times)
    return Math.min(...[1, 2, 3].map(() => runOn(expression, [text], Number.POSITIVE_INFINITY).took))
  }
  const short = best(1)
  if (short < SUSPICIOUS_MS) return false
  return !Number.isFinite(short) || best(4) > FOURFOLD_MAX * short
}

/** The characters of a class of characters that are tried. */
const charactersOf = (node, { flags, characters }) => {
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gym]/g, ''))
  return characters.filter(character => one.test(character)).slice(0, PER_CLASS)
}

/** Texts that a part of an expression matches, the most usual first; the parts of a sequence vary one at a time. */
const examplesOf = (node, context) => {
  const examples = of => examplesOf(of, context)
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterSet':
    case 'CharacterClass':
      return charactersOf(node, context)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(examples)
    case 'Alternative':
      return sequencesOf(node.elements, context)
    case 'Quantifier':
      return examples(node.element).map(example => example.repeat(Math.max(node.min, context.atLeast)))
    default:
      return ['']
  }
}

const sequencesOf = (nodes, context) => {
  const parts = nodes.map(node => examplesOf(node, context))
  const first = parts.map(([example = '']) => example)
  const others = parts.flatMap((examples, at) =>
    examples.slice(1).map(example => [...first.slice(0, at), example, ...first.slice(at + 1)].join('')),
  )
  return [first.join(''), ...others]
}

const childrenOf = node => node.alternatives ?? node.elements ?? (node.element ? [node.element] : [])

/** What matches before and behind a part, up to the ends of the expression. */
const aroundOf = (node, context) => {
  const { parent } = node
  if (!parent) return { before: '', behind: '' }
  const { before, behind } = aroundOf(parent, context)
  if (parent.type !== 'Alternative') return { before, behind }
  const at = parent.elements.indexOf(node)
  const [earlier] = sequencesOf(parent.elements.slice(0, at), context)
  const [later] = sequencesOf(parent.elements.slice(at + 1), { ...context, atLeast: 1 })
  return { before: before + earlier, behind: later + behind }
}

/** Long runs for an expression: of each common character, of what it repeats, and of its beginnings. */
const runsOf = (pattern, context) => {
  const runs = new Map()
  const add = (before, piece, behind = '') => {
    if (piece === '') return
    for (const end of [...ENDS, ...context.ends, ...(behind ? [`${behind}\n!`] : [])]) {
      const run = { before, piece, end }
      runs.set(JSON.stringify(run), run)
    }
  }
  const visit = node => {
    if (node.type === 'Quantifier' && node.max >= LONG) {
      const { before, behind } = aroundOf(node, context)
      for (const piece of examplesOf(node.element, context)) {
        add('', piece)
        add('x', piece)
        add(before, piece, behind)
        add('', before + piece)
      }
    }
    if (node.type === 'Alternative')
      for (let to = 1; to <= node.elements.length; to += 1)
        for (const atLeast of [0, 1]) add('', sequencesOf(node.elements.slice(0, to), { ...context, atLeast })[0])
    for (const child of childrenOf(node)) visit(child)
  }
  for (const character of COMMON) add('', character)
  visit(pattern)
  return [...runs.values()]
}

const literalsOf = node =>
  node.type === 'Character'
    ? [String.fromCodePoint(node.value)]
    : node.type === 'CharacterClassRange'
      ? [String.fromCodePoint(node.min.value)]
      : childrenOf(node).flatMap(literalsOf)

/** A run for which the time of an expression grows faster than its length, shortened; undefined: none was found. */
export const slowRunOf = (source, flags) => {
  const unicode = flags.includes('u')
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode,
    unicodeSets: flags.includes('v'),
  })
  const literals = [...new Set(literalsOf(pattern))]
  const characters = [...new Set([...COMMON, ...literals])]
  const ends = literals.length > 0 ? [literals.join(''), literals.toReversed().join('')] : []
  // All matches are looked for, as `replace` and `split` do.
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const runs = runsOf(pattern, { flags, characters, ends, atLeast: 0 })
  for (let from = 0; from < runs.length; ) {
    const { at, took } = runOn(
      expression,
      runs.slice(from).map(run => repeated(run, 1)),
      SUSPICIOUS_MS,
    )
    if (took <= SUSPICIOUS_MS) return undefined
    const { before, piece, end } = runs[from + at]
    if (growsFaster(expression, runs[from + at])) return JSON.stringify(`${before}${piece.repeat(3)}…${end}`)
    from += at + 1
  }
  return undefined
}
