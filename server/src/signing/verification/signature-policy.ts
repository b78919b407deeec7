import type { Change } from '../changes/step.ts'
import type { PdfFile } from '../pdf/file.ts'
import { type SignatureValue, shownText } from '../pdf/signature-fields.ts'
import { isName, PdfDict, PdfName } from '../pdf/values.ts'
import type { UpdateChanges } from './file-changes.ts'

/** The later changes that a signature itself permits (DocMDP and FieldMDP, ISO 32000-2, 12.8.2). */
export type SignaturePolicy = { final: boolean; locks: (field: string) => boolean }

const BEHIND_FINAL: readonly Change[] = ['validation_data', 'time_stamp', 'metadata']

const NOTHING: SignaturePolicy = { final: false, locks: () => false }

/** Reads the policy from a signature's `Reference` array. */
export const policyOf = (file: PdfFile, { dict }: SignatureValue): SignaturePolicy => {
  const at = file.newest
  const references = file.get(dict, 'Reference', at)
  if (!Array.isArray(references)) return NOTHING
  let policy = NOTHING
  for (const one of references) {
    const reference = file.resolve(one, at)
    if (!(reference instanceof PdfDict)) continue
    const parameters = file.get(reference, 'TransformParams', at)
    if (!(parameters instanceof PdfDict)) continue
    const method = reference.get('TransformMethod')
    if (isName(method, 'DocMDP')) policy = { ...policy, final: file.get(parameters, 'P', at) === 1 }
    if (isName(method, 'FieldMDP')) {
      const [action, list] = [parameters.get('Action'), file.get(parameters, 'Fields', at)]
      const names = new Set(Array.isArray(list) ? list.map(shownText) : [])
      // A lock names the field or one of its parents.
      const isNamed = (field: string) => {
        const parts = field.split('.')
        return parts.some((_, at) => names.has(parts.slice(0, at + 1).join('.')))
      }
      const how = action instanceof PdfName ? action.name : 'All'
      policy = { ...policy, locks: how === 'All' ? () => true : field => isNamed(field) === (how === 'Include') }
    }
  }
  return policy
}

/** Whether a signature forbids the changes of an update. */
export const forbids = ({ final, locks }: SignaturePolicy, { changes, filled }: UpdateChanges): boolean =>
  changes.has('other') ||
  (final && [...changes].some(change => !BEHIND_FINAL.includes(change))) ||
  [...filled].some(locks)
