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
      'La password è troppo corta o troppo comune. Usa almeno 12 caratteri, senza il tuo nome né quello dell’azienda.',
    unavailable: 'Portico al momento non risponde. Riprova tra poco.',
    storage_full: 'Lo spazio per i file è esaurito. Il file non è stato caricato.',
    network: 'Impossibile raggiungere Portico. Controlla la connessione e riprova.',
  },
  pickers,
  words,
  staffQueue,
  staffShell,
}
