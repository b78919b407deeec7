import type { Flag } from '@portico/contract/permissions'
import type { Entered } from './routes.ts'

/** A screen whose flag the contact lacks. `screen-failed.tsx` shows the forbidden screen for it. */
export class NotOpen extends Error {
  override name = 'NotOpen'
}

/** A `beforeLoad` that throws `NotOpen` where the contact lacks the flag. */
export const requireFlag =
  (flag: Flag) =>
  ({ context: { contact } }: { context: Entered }) => {
    if (!contact[flag]) throw new NotOpen()
  }
