import { isInteger, isPlain, PdfDict, PdfName, PdfRef, type PdfValue, sameDict, sameValue } from '../pdf/values.ts'
import { compareForm } from './form.ts'
import { compareInformation, compareXmp, type MetadataChange } from './metadata.ts'
import { comparePages } from './pages.ts'
import type { Change, Step } from './step.ts'
import { compareValidationData } from './validation-data.ts'

/** The trailer keys that every update rewrites; all others must be unchanged. */
const TRAILER = ['Size', 'Prev', 'ID', 'Info', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms']

/** Compares the extensions dictionary: names and version numbers of extensions of the standard. */
const compareExtensions = (step: Step, old: PdfValue, now: PdfValue, catalog: number): boolean => {
  const extensions = step.replaced(old, now, `${catalog}/Extensions`)
  if (!extensions || !isPlain(extensions.now)) return false
  extensions.accept()
  return true
}

/** Compares the document catalogs. */
const compareCatalogs = (step: Step): MetadataChange => {
  const root = step.file.trailer(step.now).get('Root')
  if (!(root instanceof PdfRef)) return 'none'
  const { number } = root
  const [old, now] = [step.before(root), step.after(root)]
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return 'none'
  const version = now.get('Version')
  const widgets = compareForm(step, old.get('AcroForm'), now.get('AcroForm'), number)
  const before = step.claims
  const store = compareValidationData(step, old.get('DSS'), now.get('DSS'), number)
  if (store && (step.claims > before || !sameValue(old.get('DSS'), now.get('DSS')))) step.changes.add('validation_data')
  const extensions = compareExtensions(step, old.get('Extensions'), now.get('Extensions'), number)
  const metadata = compareXmp(step, old.get('Metadata'), now.get('Metadata'), number)
  const isVersion = version === null || (version instanceof PdfName && /^\d\.\d$/.test(version.name))
  const others = sameDict(old, now, ['AcroForm', 'DSS', 'Extensions', 'Metadata', 'Version'])
  if (widgets && store && extensions && metadata && others && isVersion) step.claim(number)
  else step.changes.add('other')
  if (widgets) comparePages(step, widgets)
  return metadata ?? 'changed'
}

/** Claims the objects that contain the update itself: object streams, and the cross-reference stream. */
const claimCarriers = (step: Step, containers: ReadonlySet<number>) => {
  const { stream } = step.file.section(step.now)
  for (const number of [...containers, ...(stream === undefined ? [] : [stream])])
    if (step.isNew(number)) step.claim(number)
}

/** Determines what an update has changed, object by object. Throws PdfUnreadable for a malformed object. */
export const changesIn = (step: Step, containers: ReadonlySet<number>): Set<Change> => {
  const [was, is] = [step.file.trailer(step.old), step.file.trailer(step.now)]
  const size = is.get('Size')
  claimCarriers(step, containers)
  const kept = [...is.entries.keys()].every(key => TRAILER.includes(key) || sameValue(was.get(key), is.get(key)))
  if (!kept || !isInteger(size)) step.changes.add('other')
  const metadata = [compareInformation(step), compareCatalogs(step)]
  const reasons: Change[] = ['signature', 'time_stamp', 'visible_signature', 'validation_data']
  // Software adds properties about itself to whatever it adds; beside another change they are not a change of their own.
  const isAside = step.emptyFields.length > 0 || reasons.some(one => step.changes.has(one))
  if (metadata.includes('changed') || (metadata.includes('noted') && !isAside)) step.changes.add('metadata')
  if (step.unclaimed.some(number => !step.isUnchanged(number))) step.changes.add('other')
  // An update without effect is harmless, but no permitted change either.
  if (step.changes.size === 0 && step.emptyFields.length === 0) step.changes.add('metadata')
  return step.changes
}
