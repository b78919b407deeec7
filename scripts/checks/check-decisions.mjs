// Verifies that the records in docs/decisions/ have the same form, and that the index lists them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'docs/decisions'
const sections = ['Context', 'Decision', 'Consequences', 'Alternatives considered']

// `accepted until …` cannot be checked, and is forgotten.
const statuses = /^Status: ((accepted|rejected)(; .*\bdecision \d+, .*)?|superseded by decision \d+, .+)$/m

const slugOf = title =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const checkRecord = (name, text) => {
  const problems = []
  const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? []
  if (!title) return ['must begin with "# N. Title"']
  const fileName = `${number.padStart(4, '0')}-${slugOf(title)}.md`
  if (name !== fileName) problems.push(`its title is that of ${fileName}`)
  if (!/^Date: \d{4}-\d\d-\d\d$/m.test(text)) problems.push('has no line "Date: YYYY-MM-DD"')
  if (!statuses.test(text))
    problems.push(
      'its status must be accepted or rejected, with what changed "; … decision N, Title", or superseded by one',
    )
  const parts = text.split(/^## /m).slice(1)
  const names = parts.map(part => part.split('\n', 1)[0])
  if (names.join() !== sections.join()) problems.push(`its sections must be ${sections.join(', ')}, in this order`)
  for (const [at, part] of parts.entries())
    if (part.slice(names[at].length).trim() === '') problems.push(`says nothing under ${names[at]}`)
  return problems
}

// What a record says of the one that replaces it, and that one of it.
const supersededBy = /^Status: superseded by decision (\d+), /m
const replaces = /^Status: accepted;.* replaces decision (\d+), /m

const replacementProblems = texts => {
  const [byOld, byNew] = [supersededBy, replaces].map(
    said =>
      new Map(
        Object.entries(texts).flatMap(([number, text]) => (said.exec(text) ? [[number, said.exec(text)[1]]] : [])),
      ),
  )
  return [
    ...[...byOld]
      .filter(([old, successor]) => byNew.get(successor) !== old)
      .map(([old, successor]) => `decision ${successor} does not say that it replaces decision ${old}`),
    ...[...byNew]
      .filter(([successor, old]) => byOld.get(old) !== successor)
      .map(([successor, old]) => `decision ${old} does not say that decision ${successor} supersedes it`),
  ]
}

/** Reports problems of decision records and their index, one per line. */
export const checkDecisions = root => {
  const names = readdirSync(join(root, folder)).sort()
  const read = name => readFileSync(join(root, folder, name), 'utf8')
  const records = names.filter(name => name !== 'README.md')
  const problems = records.flatMap(name => checkRecord(name, read(name)).map(fault => `${folder}/${name}: ${fault}`))
  const texts = Object.fromEntries(records.map(name => [String(Number.parseInt(name, 10)), read(name)]))
  problems.push(...replacementProblems(texts).map(fault => `${folder}: ${fault}`))
  const entries = records.map(name => `[${/^# (.+)/.exec(read(name))?.[1]}](${name})`)
  const index = names.includes('README.md') ? read('README.md') : ''
  const listed = [...index.matchAll(/^- (\[.+?\]\(.+?\)): \S/gm)].map(([, entry]) => entry)
  if (listed.join() === entries.join()) return problems
  const at = entries.findIndex((entry, n) => entry !== listed[n])
  const wanted = at < 0 ? 'no more than the records' : `in order, ${entries[at]}`
  return [...problems, `${folder}/README.md: must list, ${wanted}`]
}
