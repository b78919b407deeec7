import { auth } from './auth.ts'
import { errors } from './errors.ts'
import { pickers } from './pickers.ts'
import { portals } from './portals.ts'
import { shell } from './shell.ts'
import { tickets } from './tickets.ts'
import { words } from './words.ts'

export const catalogue = { auth, errors, pickers, portals, shell, tickets, words }
