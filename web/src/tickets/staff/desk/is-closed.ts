import { closedStatus } from '@portico/contract/tickets'
import type { OpenTicket } from '../data.ts'

export const isClosed = ({ step }: Pick<OpenTicket, 'step'>) => step.taskStatus === closedStatus
