import { cpus, totalmem } from 'node:os'
import { fill, reader } from './data.ts'
import { runImportBench } from './import-run.ts'
import { type Installation, withInstallation } from './installation.ts'
import { cell, growth, head, line, measure, metric, type Row, signIn } from './measure.ts'
import { startBare } from './processes.ts'
import { runPuts } from './put-run.ts'
import { runSections } from './section-run.ts'
import { runWebhooks } from './webhook-run.ts'
import { workOf } from './work.ts'

// `npm run bench` measures everything, `-- sections` the sections alone, `-- import` the import (of BENCH_TICKETS tickets),
// `-- 20000` tickets in so many sizes alone.
const asked = process.argv.slice(2)
const sizes = asked.map(Number).filter(Boolean)

const runTickets = async (count: number, { admin, database, connection, ...made }: Installation): Promise<Row[]> => {
  const began = performance.now()
  await fill(admin, count)
  console.log(`\n${count} tickets, ${await made.size()}, built in ${cell((performance.now() - began) / 1000)} s\n`)
  const portico = await made.start()
  const someone = await signIn(database, reader.webUserId)
  const { calls, bare: work } = await workOf(database, connection, someone())
  const bare = await startBare(work)
  const rows: Row[] = []
  try {
    console.log(head)
    for (const call of calls) {
      for (const connections of [1, 16]) {
        const authorization = await signIn(database, reader.webUserId)
        const row = await measure(call, connections, { portico, bare, authorization })
        rows.push(row)
        console.log(line(row))
      }
    }
  } finally {
    await bare.stop()
  }
  const memory = (await metric(portico.url, 'portico_process_resident_memory_bytes')) / 1024 ** 2
  const slowest = (await metric(portico.url, 'portico_nodejs_eventloop_lag_max_seconds')) * 1000
  console.log(`\nPortico after it: ${cell(memory)} MB resident, slowest event-loop delay ${cell(slowest)} ms`)
  return rows
}

console.log(`Node ${process.version}, ${cpus().length} cores, ${cell(totalmem() / 1024 ** 3)} GB`)
if (asked.length === 0 || sizes.length > 0) {
  const results: Row[][] = []
  for (const count of sizes.length > 0 ? sizes : [20_000, 1_000_000])
    results.push(await withInstallation(made => runTickets(count, made)))
  const [small, large] = results
  if (small && large) console.log(growth(small, large, 'time at the large size over the small'))
}
if (asked.length === 0 || asked.includes('sections')) await withInstallation(runSections)
if (asked.length === 0 || asked.includes('import')) await withInstallation(runImportBench)
if (asked.length === 0 || asked.includes('puts')) await withInstallation(runPuts)
if (asked.length === 0 || asked.includes('webhooks')) await withInstallation(runWebhooks)
