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
      'La contraseña es demasiado corta o demasiado común. Usa al menos 12 caracteres, sin tu nombre ni el de la empresa.',
    unavailable: 'Portico no responde en este momento. Inténtalo de nuevo dentro de poco.',
    storage_full: 'El espacio para los archivos se ha agotado. El archivo no se ha cargado.',
    network: 'No se puede acceder a Portico. Comprueba la conexión e inténtalo de nuevo.',
  },
  pickers,
  words,
  staffQueue,
  staffShell,
}
