import type { connection as english } from '../en/connection.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const connection: Texts<typeof english> = {
  offline: 'Estás sin conexión.',
  offlineText: 'Lo que escribes se queda aquí, y el portal continúa por sí solo.',
  away: 'El portal no responde.',
  awayText: 'Lo que escribes se queda aquí. Seguimos intentándolo.',
  back: 'Ha vuelto la conexión',
  outdated: 'Hay una nueva versión del portal.',
  outdatedText: 'Se carga cuando cambias de página.',
  reload: 'Recargar ahora',
}
