import { Inbox } from 'lucide-react'
import { expect, it } from 'vitest'
import { findCommands } from './commands.ts'

const named = (text: string) => ({ key: text, text, icon: Inbox, run: () => undefined })
const commands = ['Coda: da rispondere', 'Coda: chiusi', 'Tema: scuro'].map(named)

it.each([
  ['', 3],
  ['coda', 2],
  ['RISP coda', 1],
  ['tèma', 1],
  ['rossi', 0],
])('%j finds %d', (q, count) => expect(findCommands(commands, q)).toHaveLength(count))
