import type { Installation } from './installation.ts'
import { cell, growth, head, line, measure, type Row, signIn } from './measure.ts'
import { type Running, startBare } from './processes.ts'
import { fillCompany, fillSections, owner, sizes } from './section-data.ts'
import { sectionWork } from './section-work.ts'

/** Measures the first page of each section's list for a contact with many records, and again when other contacts own ten times as many. */
export const runSections = async ({ admin, database, connection, ...made }: Installation): Promise<void> => {
  let portico: Running | undefined
  const run = async (title: string, contacts: [from: number, to: number]): Promise<Row[]> => {
    const began = performance.now()
    await fillSections(admin, contacts)
    console.log(`\n${title}, ${await made.size()}, built in ${cell((performance.now() - began) / 1000)} s\n`)
    portico ??= await made.start()
    const someone = await signIn(database, owner.webUserId)
    const { calls, bare: work } = await sectionWork(database, {
      connection,
      url: portico.url,
      authorization: someone(),
    })
    const bare = await startBare(work)
    const rows: Row[] = []
    try {
      console.log(head)
      for (const call of calls) {
        const authorization = await signIn(database, owner.webUserId)
        const [row] = await measure([{ call, portico, bare, authorization }], 16)
        if (!row) continue
        rows.push(row)
        console.log(line(row))
      }
    } finally {
      await bare.stop()
    }
    return rows
  }
  await fillCompany(admin)
  const { contracts, activities, invoices, elements, properties, documents } = sizes
  const own = `${contracts} contracts of ${activities} activities, ${invoices} invoices, ${elements} assets of ${properties} properties, ${documents} company files`
  const alone = await run(own, [1, 1])
  const among = await run('other contacts own ten times as much', [2, 11])
  console.log(growth(alone, among, 'Time beside the others over time alone:'))
}
