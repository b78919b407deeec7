import type { NamedPortal } from '../import/import-clients.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { WrongCall } from './command.ts'
import { slugOf } from './write-line.ts'

/** The states of steps, by their `taskStatus`. */
const states = ['open', 'pending', 'closed']

/** A step of a portal's tickets. */
type Step = { externalId: string; name: string; state: string; position: number }

/** The steps of a portal's tickets, in their order. */
export const ticketSteps = (db: Db, { company, id }: NamedPortal): Promise<Step[]> =>
  db.many(sql`select external_id as "externalId", name, (${states}::text[])[task_status + 1] as state, position
    from task_step where service_company_id = ${company} and portal_id = ${id} order by position, id`)

/** Returns import lines that create steps, given as `NAME=STATE`, after a position. */
export const stepLines = (named: string[], { externalId, serviceCompany }: NamedPortal, after: number) =>
  named.map((text, n) => {
    const at = text.lastIndexOf('=')
    const name = text.slice(0, at).trim()
    const taskStatus = states.indexOf(text.slice(at + 1))
    if (at < 1 || name === '' || taskStatus < 0)
      throw new WrongCall(`"${text}" is no step: NAME=open, NAME=pending or NAME=closed.`)
    return {
      type: 'ticketStep',
      externalId: `${externalId}-${slugOf(name) || name}`,
      serviceCompany,
      portal: externalId,
      name,
      taskStatus,
      position: after + 10 * (n + 1),
    }
  })
