import type { portals as english } from '../en/portals.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const portals: Texts<typeof english> = {
  privacy: {
    title: 'Política de privacidad',
    version: 'Versión {{version}}, en vigor desde el {{date}}',
    empty: 'Todavía no se ha publicado ninguna política de privacidad.',
  },
  contacts: {
    title: 'Contactos',
    phone: 'Soporte',
    hours: 'Horario',
    email: 'Correo electrónico',
    address: 'Dirección',
    empty: 'Todavía no se han publicado datos de contacto.',
  },
  pages: 'Páginas del portal',
  back: 'Volver al inicio de sesión',
}
