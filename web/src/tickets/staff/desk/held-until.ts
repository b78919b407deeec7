import { answerHoldSeconds, type HeldAnswer } from '@portico/contract/staff/tickets'

/** For how many milliseconds an answer can still be taken back; the clock of the browser may be wrong, so never more than all of it. */
export const heldFor = ({ releasesOn }: Pick<HeldAnswer, 'releasesOn'>, now = Date.now()) =>
  Math.min(Math.max(Date.parse(releasesOn) - now, 0), answerHoldSeconds * 1000)
