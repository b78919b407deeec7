import { errors } from '../errors.ts'
import { pickers } from '../pickers.ts'
import { words } from '../words.ts'
import { staffQueue } from './queue.ts'
import { staffShell } from './shell.ts'

// A company with one portal does not read of portals.
export const catalogue = {
  errors: {
    ...errors,
    weak_password:
      'The password is too short or too common. Use at least 12 characters, without your name or that of the company.',
    unavailable: 'Portico cannot answer right now. Try again in a moment.',
    storage_full: 'The space for files is used up. The file was not uploaded.',
    network: 'Portico cannot be reached. Check your connection and try again.',
  },
  pickers,
  words,
  staffQueue,
  staffShell,
}
