import { formFields, shownText } from '../pdf/signature-fields.ts'
import { emptyDict, isInteger, isName, PdfDict, PdfRef, type PdfValue, sameDict, sameValue } from '../pdf/values.ts'
import { claimAppearances, isInvisible } from './appearance.ts'
import type { Step } from './step.ts'

/** The keys that filling in may change on a field or its widget. */
const FILLED = ['Type', 'V', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q']

/** The keys that a new signature field or its widget may have; actions, for example, are excluded, because they would run. */
const FIELD = ['Type', 'Subtype', 'FT', 'T', 'TU', 'TM', 'Ff', 'V', 'Kids', 'Parent', 'Lock', 'SV']
const WIDGET = ['Rect', 'P', 'F', 'AP', 'MK', 'BS', 'Border', 'H', 'M', 'NM', 'DA', 'Q']

const referencesIn = (value: PdfValue): PdfRef[] | undefined =>
  Array.isArray(value) && value.every(one => one instanceof PdfRef) ? (value as PdfRef[]) : undefined

const keyOf = ({ number, generation }: PdfRef) => `${number} ${generation}`

/** The elements that `now` adds to `old`; undefined unless `now` has all elements of `old` in their order. */
export const addedTo = (old: PdfValue, now: PdfValue): PdfRef[] | undefined => {
  const [were, are] = [old === null ? [] : referencesIn(old), referencesIn(now)]
  if (!were || !are) return undefined
  const known = new Set(were.map(keyOf))
  const kept = are.filter(one => known.has(keyOf(one)))
  return sameValue(kept, were) ? are.filter(one => !known.has(keyOf(one))) : undefined
}

/** Records a signature in a field; an invalid one counts as any other value. */
const noteSignature = (step: Step, value: PdfRef, visible: boolean): void => {
  step.claim(value.number)
  step.claimNew(step.after(value))
  const signature = step.signatures.get(value.number)
  if (!signature?.holds) step.changes.add('form_filling')
  else if (visible) step.changes.add('visible_signature')
  else step.changes.add(signature.kind)
}

const nameOf = (step: Step, reference: PdfRef): string => {
  const field = step.after(reference)
  return (field instanceof PdfDict && shownText(step.after(field.get('T')))) || ''
}

/** Accepts a new signature field at the top level of the form. Returns the object numbers of its widgets; undefined for any other field. */
const newSignatureField = (step: Step, reference: PdfRef): number[] | undefined => {
  const field = step.after(reference)
  if (!step.isNew(reference.number) || !(field instanceof PdfDict) || !isName(field.get('FT'), 'Sig')) return undefined
  const kids = step.after(field.get('Kids'))
  const separate = kids === null ? [] : referencesIn(kids)
  if (!separate || separate.length > 1 || field.get('Parent') !== null) return undefined
  const widget = separate[0] ? step.after(separate[0]) : field
  if (separate[0] && !step.isNew(separate[0].number)) return undefined
  if (!(widget instanceof PdfDict) || !isName(widget.get('Subtype'), 'Widget')) return undefined
  const parts = [field, widget]
  if (parts.some(part => [...part.entries.keys()].some(key => !FIELD.includes(key) && !WIDGET.includes(key))))
    return undefined
  const value = field.get('V')
  if (value !== null && !(value instanceof PdfRef && step.isNew(value.number))) return undefined
  step.claim(reference.number)
  for (const part of parts) for (const key of ['Kids', 'AP', 'Lock', 'SV', 'MK']) step.claimNew(part.get(key))
  const visible = !isInvisible(step, widget)
  if (value instanceof PdfRef) noteSignature(step, value, visible)
  else if (visible) step.changes.add('form_filling')
  else step.emptyFields.push(nameOf(step, reference))
  return [(separate[0] ?? reference).number]
}

/** Accepts the filling in of an existing field. */
const filledField = (step: Step, reference: PdfRef, type: PdfValue, name: string): void => {
  const { number } = reference
  const [old, now] = [step.before(reference), step.after(reference)]
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict) || !sameDict(old, now, FILLED)) return
  const [was, is] = [old.get('V'), now.get('V')]
  if (isName(type, 'Sig') && !sameValue(was, is)) {
    // A signature may only be added to an empty field.
    if (was !== null || !(is instanceof PdfRef) || !step.isNew(is.number)) return
    noteSignature(step, is, !isInvisible(step, now))
  } else if (step.isUnchanged(number)) return
  else {
    step.changes.add('form_filling')
    step.claimNew(is)
  }
  step.filled.add(name)
  step.claim(number)
  claimAppearances(step, old, now, number)
}

/**
 * Compares two forms. Undefined if anything but adding and filling in fields was done; else the object numbers of new widgets, which their
 * pages must list.
 */
export const compareForm = (step: Step, was: PdfValue, is: PdfValue, catalog: number): number[] | undefined => {
  const form = step.replaced(was, is, `${catalog}/AcroForm`)
  if (!form) return undefined
  const [old, now] = [form.old ?? emptyDict, form.now]
  if (now === null) return []
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return undefined
  const settings = ['DR', 'DA', 'Q', 'NeedAppearances']
  if (!sameDict(old, now, ['Fields', 'SigFlags', ...settings])) return undefined
  const [flags, before] = [now.get('SigFlags') ?? 0, old.get('SigFlags') ?? 0]
  if (!isInteger(flags) || !isInteger(before) || (flags & before) !== before) return undefined
  if (!sameDict(old, now, ['Fields', 'SigFlags'])) {
    step.changes.add('form_filling')
    for (const key of settings) step.claimNew(now.get(key))
  }
  const owner = was instanceof PdfRef ? was.number : catalog
  const fields = step.replaced(old.get('Fields'), now.get('Fields'), `${owner}/Fields`)
  const added = fields && addedTo(fields.old, fields.now)
  if (!added) return undefined

  const names = new Set(formFields(step.file, step.old).map(({ name }) => name))
  if (added.some(one => names.has(nameOf(step, one)))) return undefined
  form.accept()
  fields.accept()
  const widgets: number[] = []
  for (const one of added) {
    const found = newSignatureField(step, one)
    if (!found) return undefined
    widgets.push(...found)
  }
  for (const { reference, type, name } of formFields(step.file, step.old))
    if (step.touched.has(reference.number)) filledField(step, reference, type, name)
    else {
      // Its appearances may be rewritten while the field itself is unchanged.
      const dict = step.after(reference)
      if (dict instanceof PdfDict) claimUntouched(step, dict, reference.number, type, name)
    }
  return widgets
}

const claimUntouched = (step: Step, dict: PdfDict, number: number, type: PdfValue, name: string): void => {
  if (isName(type, 'Sig')) return
  const before = step.claims
  claimAppearances(step, dict, dict, number)
  if (step.claims === before) return
  step.changes.add('form_filling')
  step.filled.add(name)
}
