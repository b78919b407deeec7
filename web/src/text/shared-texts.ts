// Texts of several sections: of lists and their panels, of files that are sent, of the editor.

export const listTexts = {
  it: () => import('./it/lists.ts'),
  en: () => import('./en/lists.ts'),
  es: () => import('./es/lists.ts'),
}

export const fileTexts = {
  it: () => import('./it/files.ts'),
  en: () => import('./en/files.ts'),
  es: () => import('./es/files.ts'),
}

export const editorTexts = {
  it: () => import('./it/editor.ts'),
  en: () => import('./en/editor.ts'),
  es: () => import('./es/editor.ts'),
}

export const publishNavTexts = {
  it: () => import('./it/staff/publishing/publish-nav.ts'),
  en: () => import('./en/staff/publishing/publish-nav.ts'),
  es: () => import('./es/staff/publishing/publish-nav.ts'),
}

export const connectionTexts = {
  it: () => import('./it/connection.ts'),
  en: () => import('./en/connection.ts'),
  es: () => import('./es/connection.ts'),
}

export const staffRecordsTexts = {
  it: () => import('./it/staff/records/records.ts'),
  en: () => import('./en/staff/records/records.ts'),
  es: () => import('./es/staff/records/records.ts'),
}

export const factorTexts = {
  it: () => import('./it/sign-in/factor.ts'),
  en: () => import('./en/sign-in/factor.ts'),
  es: () => import('./es/sign-in/factor.ts'),
}

export const staffMailTexts = {
  it: () => import('./it/staff/mail/mail.ts'),
  en: () => import('./en/staff/mail/mail.ts'),
  es: () => import('./es/staff/mail/mail.ts'),
}
