import type { connection as english } from '../en/connection.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const connection: Texts<typeof english> = {
  offline: 'Sei offline.',
  offlineText: 'Quello che scrivi resta qui, e il portale riprende da solo.',
  away: 'Il portale non risponde.',
  awayText: 'Quello che scrivi resta qui. Continuiamo a provare.',
  back: 'La connessione è tornata',
  outdated: 'C’è una nuova versione del portale.',
  outdatedText: 'Si carica quando cambi pagina.',
  reload: 'Ricarica ora',
}
