import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'

const folder = new URL('../../../test/signed-files/', import.meta.url)
const page = fileURLToPath(new URL('../../../../docs/signature-verdicts.md', import.meta.url))

type Theirs = {
  field: string
  intact?: boolean
  coverage?: string
  modification?: string
  permitted?: boolean
  error?: string
}

const verdicts: Record<string, Theirs[] | string> = JSON.parse(readFileSync(new URL('verdicts.json', folder), 'utf8'))

/** Why pyHanko has no verdict where we have one, or the other way round. */
const REASONS: Record<string, string> = {
  'coverage-base.pdf':
    'It has no signature, only space reserved for one: pyHanko refuses the file, Portico reports the signature as not intact.',
  'ed448-disallowed-hash.pdf':
    'RFC 8419 does not allow SHA-512 with Ed448: pyHanko refuses it, Portico reports it as not intact.',
  'pdf-sig-with-econtent.pdf':
    'The signature contains its own content: pyHanko refuses it, Portico reports it as not intact.',
  'signed-encrypted-pubkey-with-catalog-ref.pdf': 'The file is encrypted: neither tool can read it without a key.',
}

const theirsOf = (one: Theirs | undefined) => {
  if (!one) return { text: 'not found', intact: undefined, changed: undefined }
  if (one.error) return { text: `refused (${one.error})`, intact: undefined, changed: undefined }
  const changed = !one.intact || one.modification === 'OTHER' || !one.permitted
  const what = (one.modification ?? 'NONE').toLowerCase().replaceAll('_', ' ')
  return {
    text: `${one.intact ? 'intact' : 'not intact'}, ${changed ? 'changed' : 'not changed'} (${what})`,
    intact: one.intact,
    changed,
  }
}

const rows = readdirSync(folder)
  .filter(name => name.endsWith('.pdf'))
  .sort()
  .flatMap(name => {
    const given = verdicts[name] ?? 'not judged'
    const { readable, signatures } = inspectPdf(readFileSync(new URL(name, folder)), [])
    const theirs = typeof given === 'string' ? [] : given
    const fields = [...new Set([...theirs.map(({ field }) => field), ...signatures.map(({ field }) => field)])]
    if (fields.length === 0)
      return [
        {
          name,
          field: '',
          ours: readable ? 'no signature' : 'not readable',
          theirs: `refused (${given})`,
          same: undefined,
        },
      ]
    return fields.map(field => {
      const our = signatures.find(one => one.field === field)
      const their =
        typeof given === 'string'
          ? theirsOf({ field, error: given })
          : theirsOf(theirs.find(one => one.field === field))
      const changed = our && !(our.intact && our.permitted)
      const later = our && our.later.length > 0 ? ` (${our.later.map(one => one.replaceAll('_', ' ')).join(', ')})` : ''
      const ours = our
        ? `${our.intact ? 'intact' : 'not intact'}, ${changed ? 'changed' : 'not changed'}${later}`
        : 'not found'
      const same = their.intact === undefined ? undefined : their.intact === our?.intact && their.changed === changed
      return { name, field, ours, theirs: their.text, same }
    })
  })

test.each(rows)('$name: $field agrees with pyHanko', ({ name, same }) => {
  expect(same ?? name in REASONS).toBe(true)
})

test('the table in docs/signature-verdicts.md is this one', async () => {
  const lines = rows.map(({ name, field, ours, theirs }) => `| ${name} | ${field} | ${ours} | ${theirs} |`)
  const reasons = Object.entries(REASONS).map(([name, reason]) => `- \`${name}\`: ${reason}`)
  const text = [
    '# Verdicts on signed files, compared with pyHanko',
    '',
    'The files with signatures from the tests of [pyHanko](https://github.com/MatthiasValvekens/pyHanko) 0.25.3',
    '(`server/test/signed-files/`, MIT licence). For each signature: whether the covered bytes are intact, whether a later change is one',
    'that it does not permit, and in parentheses what was added later. Trust is not checked, and nothing is downloaded. `npm run test:full`',
    'checks each row and this page, which `FULL=1 npx vitest -u --run --project server signature-verdicts` writes.',
    '',
    '| file | field | Portico | pyHanko |',
    '|---|---|---|---|',
    ...lines,
    '',
    `Where both tools have a verdict, they agree (${rows.filter(({ same }) => same).length} signatures). Files for which pyHanko has no verdict:`,
    '',
    ...reasons,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(page)
})
