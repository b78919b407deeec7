/** The texts of seeing as a customer. */
export const viewingTexts = {
  it: () => import('../text/it/viewing/bar.ts'),
  en: () => import('../text/en/viewing/bar.ts'),
  es: () => import('../text/es/viewing/bar.ts'),
}
