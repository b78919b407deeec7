import { fill, reader } from './data.ts'
import { type Installation, withInstallation } from './installation.ts'
import { cell, growth, head, line, type Measured, measure, metric, type Row, signIn } from './measure.ts'
import { type Running, startBare } from './processes.ts'
import { workOf } from './work.ts'

const ROUNDS = 4

/** A data set with both servers running on it. */
type Stand = {
  title: string
  portico: Running
  bare: Running
  calls: Measured[]
  session: () => Promise<() => string>
}

const standOf = async (count: number, { admin, database, connection, ...made }: Installation): Promise<Stand> => {
  const began = performance.now()
  await fill(admin, count)
  const title = `${count} tickets, ${await made.size()}, built in ${cell((performance.now() - began) / 1000)} s`
  console.log(title)
  const portico = await made.start()
  const session = () => signIn(database, reader.webUserId)
  const { calls, bare: work } = await workOf(database, connection, (await session())())
  return { title, portico, bare: await startBare(work), calls, session }
}

const measureCalls = async (stands: Stand[]): Promise<Row[][]> => {
  const tables: Row[][] = stands.map(() => [])
  for (const n of stands[0]?.calls.keys() ?? []) {
    for (const connections of [1, 16]) {
      const subjects = []
      for (const { calls, portico, bare, session } of stands) {
        const call = calls[n]
        if (call) subjects.push({ call, portico, bare, authorization: await session() })
      }
      for (const [size, row] of (await measure(subjects, connections, ROUNDS)).entries()) {
        tables[size]?.push(row)
        console.error(line(row))
      }
    }
  }
  return tables
}

const report = async (stands: Stand[], tables: Row[][]): Promise<void> => {
  for (const [n, { title, portico }] of stands.entries()) {
    console.log(`\n${title}\n\n${[head, ...(tables[n] ?? []).map(line)].join('\n')}`)
    const memory = (await metric(portico.url, 'portico_process_resident_memory_bytes')) / 1024 ** 2
    console.log(`\nPortico after it: ${cell(memory)} MB resident`)
  }
  const [small, large] = tables
  if (small && large) console.log(growth(small, large, 'Time at the large size over the small:'))
}

/** Measures a customer's work with tickets over data sets of these sizes, in turn on all of them. */
export const runTickets = async ([count, ...sizes]: number[], stands: Stand[] = []): Promise<void> => {
  if (count === undefined) return report(stands, await measureCalls(stands))
  await withInstallation(async made => {
    const stand = await standOf(count, made)
    try {
      await runTickets(sizes, [...stands, stand])
    } finally {
      await stand.bare.stop()
    }
  })
}
