/** The texts of the palette and of the sheet of keys. */
export const staffPaletteTexts = {
  it: () => import('../../text/it/staff/palette.ts'),
  en: () => import('../../text/en/staff/palette.ts'),
  es: () => import('../../text/es/staff/palette.ts'),
}
