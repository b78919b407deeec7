import type { Language } from '@portico/contract/language'
import { securityWords as en } from '@portico/contract/security-words/en'
import { securityWords as es } from '@portico/contract/security-words/es'
import { securityWords as it } from '@portico/contract/security-words/it'
import type { SecurityWords } from '@portico/contract/security-words/security-words'

/** The words of the security log as a CSV file; `columns` is told the time zone of the moments. */
export type SecurityLogTexts = SecurityWords & { columns: (timeZone: string) => readonly string[] }

/** See {@link SecurityLogTexts}. */
export const securityLogTexts: Record<Language, SecurityLogTexts> = {
  'it-IT': {
    ...it,
    columns: timeZone => [
      `Quando (${timeZone})`,
      `Ultima volta (${timeZone})`,
      'Volte',
      'Azione',
      'Esito',
      'Motivo',
      'Portale',
      'Cliente',
      'Persona del cliente',
      'Chiave API',
      'Account del banco',
      'Da parte di',
      'Indirizzo di rete',
      'Dispositivo',
    ],
  },
  'en-EN': {
    ...en,
    columns: timeZone => [
      `When (${timeZone})`,
      `Last time (${timeZone})`,
      'Times',
      'Action',
      'Outcome',
      'Reason',
      'Portal',
      'Customer',
      'Person of the customer',
      'API key',
      'Staff account',
      'Done by',
      'Network address',
      'Device',
    ],
  },
  'es-ES': {
    ...es,
    columns: timeZone => [
      `Cuándo (${timeZone})`,
      `Última vez (${timeZone})`,
      'Veces',
      'Acción',
      'Resultado',
      'Motivo',
      'Portal',
      'Cliente',
      'Persona del cliente',
      'Clave de API',
      'Cuenta del mostrador',
      'Por parte de',
      'Dirección de red',
      'Dispositivo',
    ],
  },
}
