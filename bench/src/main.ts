import { cpus, totalmem } from 'node:os'
import { runBoard } from './board-run.ts'
import { runImportBench } from './import-run.ts'
import { withInstallation } from './installation.ts'
import { missingForLimit, runLimit } from './limit-run.ts'
import { runMail } from './mail-run.ts'
import { cell } from './measure.ts'
import { runPuts } from './put-run.ts'
import { runSections } from './section-run.ts'
import { runStaff } from './staff-run.ts'
import { runTickets } from './ticket-run.ts'
import { runWebhooks } from './webhook-run.ts'

// `npm run bench` measures everything, `-- sections` only the sections, `-- import` the import of BENCH_TICKETS tickets,
// `-- staff` the staff's queue, `-- board` the board of visits, `-- mail` mail that comes in, `-- limit` the independent comparison,
// `-- 20000 1000000` only the tickets, in these sizes.
const asked = process.argv.slice(2)
const sizes = asked.map(Number).filter(Boolean)

console.log(`Node ${process.version}, ${cpus().length} cores, ${cell(totalmem() / 1024 ** 3)} GB`)
if (asked.length === 0 || sizes.length > 0) await runTickets(sizes.length > 0 ? sizes : [20_000, 1_000_000])
if (asked.length === 0 || asked.includes('sections')) await withInstallation(runSections)
if (asked.length === 0 || asked.includes('staff')) await withInstallation(runStaff)
if (asked.length === 0 || asked.includes('board')) await withInstallation(runBoard)
if (asked.length === 0 || asked.includes('import')) await withInstallation(runImportBench)
if (asked.length === 0 || asked.includes('puts')) await withInstallation(runPuts)
if (asked.length === 0 || asked.includes('webhooks')) await withInstallation(runWebhooks)
if (asked.length === 0 || asked.includes('mail')) await withInstallation(runMail)
if (asked.length === 0 || asked.includes('limit')) {
  const missing = missingForLimit()
  if (missing) console.error(`The independent comparison is left out. ${missing}`)
  else await withInstallation(runLimit)
}
