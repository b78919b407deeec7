import { emptyDict, isName, PdfDict, PdfRef, PdfStream, PdfString, type PdfValue } from '../pdf/values.ts'
import type { Step } from './step.ts'

const STORE = { Certs: 'Cert', CRLs: 'CRL', OCSPs: 'OCSP' }

const hasOnly = (dict: PdfDict, keys: readonly string[]) => [...dict.entries.keys()].every(key => keys.includes(key))

/** Whether the arrays of certificates, CRLs and OCSP responses have only streams, and new ones are new objects. */
const listsAreRight = (step: Step, now: PdfDict, old: PdfDict, keys: string[], owner: string): boolean =>
  keys.every(key => {
    if (now.get(key) === null) return true
    const list = step.replaced(old.get(key), now.get(key), `${owner}/${key}`)
    if (!list || !Array.isArray(list.now)) return false
    list.accept()
    return list.now.every(one => {
      if (!(one instanceof PdfRef) || !(step.after(one) instanceof PdfStream)) return false
      step.claimNew(one)
      return true
    })
  })

const isVriRight = (step: Step, value: PdfValue): boolean => {
  const now = step.after(value)
  if (!(now instanceof PdfDict) || !hasOnly(now, ['Type', 'TU', 'TS', ...Object.values(STORE)])) return false
  if (value instanceof PdfRef && step.touched.has(value.number)) {
    if (!step.isNew(value.number)) return false
    step.claim(value.number)
  }
  const [time, stamp] = [now.get('TU'), now.get('TS')]
  if (time !== null && !(time instanceof PdfString)) return false
  if (stamp !== null) {
    if (!(stamp instanceof PdfRef) || !(step.after(stamp) instanceof PdfStream)) return false
    step.claimNew(stamp)
  }
  return listsAreRight(step, now, emptyDict, Object.values(STORE), '')
}

/**
 * Compares the document security store (ISO 32000-2, 12.8.4.3), which keeps certificates and revocation data for later validation. Returns
 * whether it contains nothing else.
 */
export const compareValidationData = (step: Step, old: PdfValue, now: PdfValue, catalog: number): boolean => {
  const store = step.replaced(old, now, `${catalog}/DSS`)
  if (!store || store.now === null) return store !== undefined
  if (!(store.now instanceof PdfDict) || !hasOnly(store.now, ['Type', 'VRI', ...Object.keys(STORE)])) return false
  const type = store.now.get('Type')
  if (type !== null && !isName(type, 'DSS')) return false
  const before = store.old instanceof PdfDict ? store.old : emptyDict
  const owner = old instanceof PdfRef ? old.number : catalog
  if (!listsAreRight(step, store.now, before, Object.keys(STORE), `${owner}`)) return false

  const vri = step.replaced(before.get('VRI'), store.now.get('VRI'), `${owner}/VRI`)
  if (!vri) return false
  store.accept()
  vri.accept()
  if (vri.now !== null) {
    if (!(vri.now instanceof PdfDict)) return false
    for (const [key, one] of vri.now.entries)
      if (key !== 'Type' && (!/^[0-9A-F]{40}$/.test(key) || !isVriRight(step, one))) return false
  }
  // Some software writes streams that nothing refers to.
  for (const number of step.unclaimed) {
    const one = step.isNew(number) && step.file.object(number, step.now)
    if (one instanceof PdfDict && isName(one.get('Type'), 'VRI')) isVriRight(step, new PdfRef(number, 0))
  }
  return true
}
