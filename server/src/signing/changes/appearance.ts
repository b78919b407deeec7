import { PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/values.ts'
import type { Step } from './step.ts'

/** Width and height of a direct rectangle; undefined for any other value. */
const sidesOf = (rectangle: PdfValue): number[] | undefined => {
  if (!Array.isArray(rectangle) || rectangle.length !== 4 || !rectangle.every(one => typeof one === 'number'))
    return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rectangle as number[]
  return [Math.abs(x2 - x1), Math.abs(y2 - y1)]
}

// Viewers treat a smaller side as zero: some calculate with few digits, some have a lower bound.
const SCALED_FROM = 0.01

const BLANK = /^\s*(%[^\r\n]*[\r\n]\s*)*(%[^\r\n]*)?$/

/** Whether a stream paints nothing, or is scaled to nothing on a rectangle without area. */
const paintsNothing = (step: Step, value: PdfValue): boolean => {
  const stream = step.after(value)
  if (!(stream instanceof PdfStream)) return stream === null
  // Viewers do not scale an appearance whose own box has no area.
  const sides = sidesOf(step.after(stream.dict.get('BBox')))
  const isScaled = sides?.every(side => side >= SCALED_FROM) && stream.dict.get('Matrix') === null
  return isScaled || BLANK.test(step.file.data(stream, step.now).toString('latin1'))
}

const isNothing = (value: PdfValue): boolean =>
  value === null ||
  (value instanceof PdfDict && value.entries.size === 0) ||
  (Array.isArray(value) && value.every(one => one === 0))

/**
 * Whether a widget of the update is invisible. It must be a point: a line could be drawn as a hairline that strikes out words. It must have
 * no appearance that would be drawn at full size, and no border, which some viewers draw at its full width.
 */
export const isInvisible = (step: Step, widget: PdfDict): boolean => {
  if (!sidesOf(step.after(widget.get('Rect')))?.every(side => side === 0)) return false
  if (!['MK', 'BS', 'Border'].every(key => isNothing(step.after(widget.get(key))))) return false
  const appearances = step.after(widget.get('AP'))
  if (appearances === null) return true
  return appearances instanceof PdfDict && [...appearances.entries.values()].every(one => paintsNothing(step, one))
}

/**
 * Accepts new appearances of a filled-in field: new streams, or rewritten streams that nothing else uses. `owner` is the object number of the
 * field.
 */
export const claimAppearances = (step: Step, old: PdfDict, now: PdfDict, owner: number): void => {
  const [was, is] = [old.get('AP'), now.get('AP')]
  // A shared stream would change in its other places as well.
  if (was instanceof PdfRef && !step.isOnlyAt(was.number, `${owner}/AP`)) return
  const replaced = step.replaced(was, is, `${owner}/AP`)
  if (!replaced || !(replaced.now instanceof PdfDict)) return
  replaced.accept()
  const holder = was instanceof PdfRef ? was.number : owner
  for (const key of ['N', 'R', 'D']) {
    const value = replaced.now.get(key)
    step.claimNew(value)
    if (!(value instanceof PdfRef) || !step.touched.has(value.number)) continue
    const only = replaced.old instanceof PdfDict && step.isOnlyAt(value.number, `${holder}/${key}`)
    if (!only || !(step.after(value) instanceof PdfStream)) continue
    step.claim(value.number)
    step.claimNew(step.after(value))
  }
}
