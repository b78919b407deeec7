import { auth } from './auth.ts'
import { editor } from './editor.ts'
import { errors } from './errors.ts'
import { files } from './files.ts'
import { lists } from './lists.ts'
import { pickers } from './pickers.ts'
import { portals } from './portals.ts'
import { shell } from './shell.ts'
import { tickets } from './tickets.ts'
import { words } from './words.ts'

export const catalogue = { auth, editor, errors, files, lists, pickers, portals, shell, tickets, words }
