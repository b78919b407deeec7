import type { NamedPortal } from '../import/import-clients.ts'
import type { StepOfPortal } from '../tickets/portal-queries.ts'
import { WrongCall } from './command.ts'
import { slugOf } from './write-line.ts'

/** The states of steps, by their `taskStatus`. */
const states = ['open', 'pending', 'closed']

/** A step of a portal's tickets. */
type Step = { externalId: string; name: string; state: string; position: number }

/** The steps that are in use, as the command lists them. */
export const toSteps = (steps: StepOfPortal[]): Step[] =>
  steps
    .filter(({ isArchived }) => !isArchived)
    .map(({ externalId, name, taskStatus, position }) => ({
      externalId,
      name,
      state: states[taskStatus] ?? '',
      position,
    }))

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
