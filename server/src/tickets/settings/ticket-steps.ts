import { type StaffTicketStep, ticketStepsMax } from '@portico/contract/staff/ticket-settings'
import { closedStatus } from '@portico/contract/tickets'
import type { Db } from '../../kernel/database/db.ts'
import { failAt, requireText } from '../../kernel/errors/fail.ts'
import type { AllowedPortal } from '../../portals/allowed-queries.ts'
import { type StepOfPortal, ticketStepsIn } from '../portal-queries.ts'
import {
  insertStep,
  isStepUsed,
  pick,
  removeOrArchive,
  requireCapacity,
  requireNewName,
  updateStep,
} from './setting-queries.ts'

/** What a call says of a step; what is absent stays as it is. */
export type StepChange = { name?: string; taskStatus?: number; isArchived?: false }

/** A step without what only the database knows. */
export const toStaffStep = ({ externalId: _, position: __, ...step }: StepOfPortal): StaffTicketStep => step

/** Fails with `conflict` at `path` if the portal would be left without an open or a closed step: tickets begin in one and end in the other. */
const requireOther = (
  steps: readonly StepOfPortal[],
  { id, taskStatus, isArchived }: StepOfPortal,
  path: string,
): void => {
  if (isArchived || (taskStatus !== 0 && taskStatus !== closedStatus)) return
  if (!steps.some(step => step.id !== id && step.taskStatus === taskStatus && !step.isArchived))
    failAt('conflict', path, `is the last ${taskStatus === 0 ? 'open' : 'closed'} step`)
}

/** Adds a step behind the others; returns its id. */
export const addStep = async (
  db: Db,
  portal: AllowedPortal,
  { name: typed, taskStatus }: { name: string; taskStatus: number },
): Promise<number> => {
  const steps = await ticketStepsIn(db, portal)
  const name = requireText(typed, 'body.name')
  requireNewName(steps, name)
  requireCapacity(steps, ticketStepsMax)
  return insertStep(db, portal, { name, taskStatus })
}

/** Changes a step. */
export const changeStep = async (
  db: Db,
  portal: AllowedPortal,
  { steps, before, change }: { steps: readonly StepOfPortal[]; before: StepOfPortal; change: StepChange },
): Promise<void> => {
  const { taskStatus = before.taskStatus, isArchived = before.isArchived } = change
  const name = change.name === undefined ? before.name : requireText(change.name, 'body.name')
  requireNewName(steps, name, before.id)
  if (taskStatus !== before.taskStatus) {
    requireOther(steps, before, 'body.taskStatus')
    // Its tickets would be closed or opened with it, without a word to anybody.
    if (await isStepUsed(db, portal, before.id))
      failAt('conflict', 'body.taskStatus', 'is that of the tickets in the step')
  }
  await updateStep(db, portal, { id: before.id, name, taskStatus, isArchived })
}

/** Removes a step, or archives one that tickets are in. */
export const removeStep = async (db: Db, portal: AllowedPortal, id: number): Promise<'removed' | 'archived'> => {
  const steps = await ticketStepsIn(db, portal)
  requireOther(steps, pick(steps, id), 'params.stepid')
  return removeOrArchive(db, portal, 'task_step', id)
}
