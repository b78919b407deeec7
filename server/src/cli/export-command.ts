import { parseArgs } from 'node:util'
import { exportTo } from '../backup/export.ts'
import { only, printResult, type Streams } from './command.ts'
import { progressOn } from './import-command.ts'

export const exportUsage = 'export FOLDER [--company EXTERNAL_ID] [--without-secrets] [--json]'

const SHOWN = 50

/** `portico export FOLDER`. Returns 0 if the export is complete, 1 if the content of a file is missing. */
export const exportCommand = async (
  args: string[],
  deps: Parameters<typeof exportTo>[0],
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'without-secrets': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const folder = only(positionals, 'folder to export into')
  const progress = progressOn(stderr)
  const report = await exportTo(deps, folder, {
    company: values.company,
    withoutSecrets: values['without-secrets'],
    onProgress: progress.show,
  }).finally(progress.end)
  const { lines, files, bytes, incomplete } = report
  for (const { type, externalId, field, name } of incomplete.slice(0, SHOWN))
    stderr.write(`${type} ${externalId}: ${field} "${name}" is gone from the storage, or is not what was stored\n`)
  if (incomplete.length > SHOWN) stderr.write(`and ${incomplete.length - SHOWN} more; --json lists them all\n`)
  const megabytes = (bytes / 1_000_000).toFixed(1)
  printResult(stdout, values.json, report, `Done: ${lines} lines, ${files} files, ${megabytes} MB of them\n`)
  return incomplete.length > 0 ? 1 : 0
}
