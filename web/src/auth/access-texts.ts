export const accessTexts = {
  it: () => import('../text/it/access.ts'),
  en: () => import('../text/en/access.ts'),
  es: () => import('../text/es/access.ts'),
}
