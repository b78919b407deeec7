/** Texts of how the people of a contact have to sign in, and of the log of the contact. */
export const peopleTexts = {
  it: () => import('./it/sign-in/people.ts'),
  en: () => import('./en/sign-in/people.ts'),
  es: () => import('./es/sign-in/people.ts'),
}
