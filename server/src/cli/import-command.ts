import { parseArgs } from 'node:util'
import type { User } from '../auth/account-queries.ts'
import type { CsvReport } from '../import/csv/import-csv.ts'
import type { ImportDeps, ImportProgress, ImportReport, RefusedLine } from '../import/import.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import type { SecurityLog } from '../kernel/security/security-log.ts'
import { type Asked, importAsked } from './choose-importer.ts'

/** Usage of `portico import`. */
export const importUsage = `import FILE [--dry-run] [--shift-dates] [--json]
import FILE.csv --type TYPE --portal KEY | --company ID [--map FILE] [--charset NAME] [--decimal , | .]
import FILE.xml | FILE.p7m | FOLDER --portal KEY`
const usage = `portico ${importUsage}\n`
const SHOWN_REFUSALS = 50
const REDRAW_MS = 200

/** An output stream of a command; `isTTY` is true on a terminal. */
export type Output = { write(text: string): unknown; isTTY?: boolean }

type Streams = { stdout?: Output; stderr?: Output }

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${Math.floor(seconds % 60)
    .toString()
    .padStart(2, '0')}`

/** Shows the progress of an import or export: one redrawn line on a terminal, otherwise one line per 10 %. */
export const progressOn = (output: Output) => {
  const start = performance.now()
  let shownAt = Number.NEGATIVE_INFINITY
  let shownTenth = 0
  return {
    show: ({ lines, bytes, totalBytes }: ImportProgress) => {
      const now = performance.now()
      const seconds = (now - start) / 1000
      const done = totalBytes ? bytes / totalBytes : 1
      const rate = Math.round(lines / Math.max(seconds, 0.001))
      const left = done > 0 ? clock((seconds / done) * (1 - done)) : '?'
      const text = `${Math.floor(done * 100)} %, ${lines} lines, ${rate} a second, ${left} left`
      if (output.isTTY && now - shownAt >= REDRAW_MS) {
        shownAt = now
        output.write(`\r\x1b[K${text}`)
      } else if (!output.isTTY && Math.floor(done * 10) > shownTenth && done < 1) {
        shownTenth = Math.floor(done * 10)
        output.write(`${text}\n`)
      }
    },
    end: () => output.isTTY && output.write('\r\x1b[K'),
  }
}

const sentence = ({ line, file, externalId, field, reason }: RefusedLine | ImportReport['warnings'][number]) =>
  `${file ?? `line ${line}`}${externalId === undefined ? '' : ` (${externalId})`}: ${field === undefined ? '' : `${field} `}${reason}\n`

const signNames: Record<string, string> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs' }

const print = (report: ImportReport | CsvReport, { out, dryRun }: { out: Output; dryRun: boolean }) => {
  const table = 'columns' in report ? report : undefined
  if (table) out.write(`Read as ${table.form.charset}, cells separated by ${signNames[table.form.separator]}\n`)
  if (dryRun) for (const { column, field } of table?.columns ?? []) out.write(`"${column}" is ${field}\n`)
  for (const refusal of report.refused.slice(0, SHOWN_REFUSALS)) out.write(sentence(refusal))
  const more = report.refused.length - SHOWN_REFUSALS
  if (more > 0) out.write(`and ${more} more; --json lists them all\n`)
  for (const warning of report.warnings.slice(0, SHOWN_REFUSALS)) out.write(`warning: ${sentence(warning)}`)
  const moreWarnings = report.warnings.length - SHOWN_REFUSALS
  if (moreWarnings > 0) out.write(`and ${moreWarnings} more warnings; --json lists them all\n`)
  const { lines, created, changed, unchanged, refused } = report
  out.write(
    `${dryRun ? 'Would be' : 'Done'}: ${lines} ${table ? 'rows' : 'lines'}, ${created} created, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused${
      report.warnings.length > 0 ? `, ${report.warnings.length} warnings` : ''
    }\n`,
  )
}

/** `portico import FILE`: shows progress and prints the report. Returns 1 if lines were refused, 2 if the arguments are invalid. */
export const importCommand = async (
  args: string[],
  deps: ImportDeps & { security: SecurityLog },
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  let asked: ReturnType<typeof read>
  try {
    asked = read(args)
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`)
    return 2
  }
  const { file, dryRun, json } = asked
  const progress = progressOn(stderr)
  try {
    const onPasswordsSet = (users: User[]) => {
      for (const user of users)
        deps.security.record({ what: 'password.changed', result: 'ok', reason: 'company', ...user })
    }
    const report = await importAsked({ ...deps, onPasswordsSet }, asked, { dryRun, onProgress: progress.show })
    progress.end()
    if (json) stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    else print(report, { out: stdout, dryRun })
    return report.refused.length > 0 ? 1 : 0
  } catch (error) {
    progress.end()
    if (error instanceof OperatorError) {
      stderr.write(`${error.message}\n`)
      return 2
    }
    // Errors of the file system: the import file cannot be read.
    if (!(error instanceof Error && 'syscall' in error && 'path' in error)) throw error
    stderr.write(`${file} cannot be read: ${error.message}\n`)
    return 2
  }
}

const read = (args: string[]): Asked & { dryRun: boolean; json: boolean } => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'shift-dates': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      portal: { type: 'string' },
      company: { type: 'string' },
      type: { type: 'string' },
      map: { type: 'string' },
      charset: { type: 'string' },
      decimal: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error('Name one file to import.')
  const { 'dry-run': dryRun, 'shift-dates': shiftDates, ...others } = values
  return { file, dryRun, shiftDates, ...others }
}
