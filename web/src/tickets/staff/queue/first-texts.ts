/** The texts of what comes next for a new company. */
export const staffFirstTexts = {
  it: () => import('../../../text/it/staff/first.ts'),
  en: () => import('../../../text/en/staff/first.ts'),
  es: () => import('../../../text/es/staff/first.ts'),
}
