import { errors } from '../errors.ts'
import { pickers } from '../pickers.ts'
import { words } from '../words.ts'
import { staffQueue } from './queue.ts'
import { staffShell } from './shell.ts'

export const catalogue = { errors, pickers, words, staffQueue, staffShell }
