import type { shell as english } from '../en/shell.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const shell: Texts<typeof english> = {
  skip: 'Ir al contenido',
  mainMenu: 'Menú principal',
  menu: {
    booking: 'Reservar una cita',
    privacy: 'Política de privacidad',
    contacts: 'Contactos',
    logout: 'Cerrar sesión',
  },
  tab: {
    more: 'Más',
  },
  openTickets_one: '{{count}} ticket abierto',
  openTickets_other: '{{count}} tickets abiertos',
  unreadTickets_one: '{{count}} ticket con mensajes sin leer',
  unreadTickets_other: '{{count}} tickets con mensajes sin leer',
  switchContact: 'Portal y contacto',
  search: 'Buscar tickets',
  language: 'Idioma',
  userMenu: 'Tu cuenta',
  account: 'Cuenta',
  scheme: { title: 'Tema', light: 'Claro', dark: 'Oscuro', system: 'Sistema' },
  density: { title: 'Densidad', comfortable: 'Cómoda', compact: 'Compacta' },
  notifications: 'Notificaciones',
  loading: 'Cargando',
  footer: 'Portal',
  screenFailed: 'No se ha podido mostrar esta página',
  screenAwaited: 'Se abrirá sola en cuanto se pueda volver a acceder al portal.',
  forbidden: {
    title: 'No tienes acceso a esta sección',
    text: 'Tu cuenta para {{company}} no la incluye. Quien gestiona el portal en tu empresa puede solicitarla.',
    home: 'Ir a las secciones disponibles',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'Puede que la dirección sea incorrecta o que el contenido ya no exista.',
    home: 'Ir al inicio',
  },
  nothingOpen: {
    title: 'Todavía no hay nada disponible',
    text: 'Hasta ahora no se te ha abierto ninguna sección de este portal. Estos contactos pueden ayudarte.',
    noContact: 'Todavía no estás vinculado a ninguna empresa. Pregunta a quien te invitó.',
  },
}
