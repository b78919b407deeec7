export const passkeyTexts = {
  it: () => import('./it/own/passkeys.ts'),
  en: () => import('./en/own/passkeys.ts'),
  es: () => import('./es/own/passkeys.ts'),
}
