// What groups the thousands does not also begin the cents.
const forms = [/^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/, /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/]

/** Reads an amount in euro as people write it, with dots or commas: `1.250,00`, `1,250.00`, `1250`; undefined for anything else. */
export const readAmount = (typed: string): number | undefined => {
  const text = typed.replace(/[€\s’']/g, '')
  const [, sign = '', whole = '', cents = ''] = forms.map(form => form.exec(text)).find(found => found) ?? []
  if (whole === '') return undefined
  return Number(`${sign}${whole.replace(/[.,]/g, '')}.${cents || '0'}`)
}

/** An amount as an input shows it. */
export const writeAmount = (amount: number): string => amount.toFixed(2).replace('.', ',')
