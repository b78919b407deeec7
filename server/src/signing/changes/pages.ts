import { isName, PdfDict, type PdfRef, type PdfValue, sameDict } from '../pdf/values.ts'
import { addedTo } from './form.ts'
import type { Step } from './step.ts'

const isPage = (value: PdfValue): value is PdfDict => value instanceof PdfDict && isName(value.get('Type'), 'Page')

const areKnown = (added: PdfRef[] | undefined, widgets: readonly number[]) =>
  added?.every(({ number }) => widgets.includes(number))

/** Accepts pages that differ only in the widgets of new signature fields. */
export const comparePages = (step: Step, widgets: readonly number[]): void => {
  for (const number of step.unclaimed) {
    if (!step.file.entry(number, step.old)) continue
    const [old, now] = [step.file.object(number, step.old), step.file.object(number, step.now)]
    if (isPage(old) && isPage(now) && sameDict(old, now, ['Annots'])) {
      const annotations = step.replaced(old.get('Annots'), now.get('Annots'), `${number}/Annots`)
      if (!annotations) continue
      if (annotations.now !== null && !areKnown(addedTo(annotations.old, annotations.now), widgets)) continue
      annotations.accept()
      step.claim(number)
    } else if (Array.isArray(old)) {
      // The page has its annotation array as a separate object.
      const page = Number(/^(\d+)\/Annots$/.exec(step.references.get(number) ?? '')?.[1])
      if (Number.isNaN(page) || !isPage(step.file.object(page, step.old))) continue
      if (areKnown(addedTo(old, now), widgets)) step.claim(number)
    }
  }
}
