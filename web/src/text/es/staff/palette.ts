import type { staffPalette as english } from '../../en/staff/palette.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffPalette: Texts<typeof english> = {
  name: 'Buscar y comandos',
  placeholder: 'Busca en todo o escribe un comando',
  move: 'elegir',
  open: 'abrir',
  newTab: 'en otra pestaña',
  changeScope: 'cambiar de categoría',
  searching: 'Buscando',
  results_one: '{{count}} resultado',
  results_other: '{{count}} resultados',
  none: 'Sin resultados. Debajo están los comandos.',
  scopes: 'Categorías',
  kind: {
    all: 'Todo',
    tickets: 'Tickets',
    customers: 'Clientes',
    people: 'Personas',
    invoices: 'Facturas',
    assets: 'Activos',
  },
  commands: 'Comandos',
  newTicket: 'Nuevo ticket',
  view: 'Cola: {{view}}',
  accounts: 'Ajustes: personas y roles',
  log: 'Ajustes: registro de seguridad',
  scheme: 'Tema: {{scheme}}',
  keys: 'Teclas',
  keysText: 'Valen cuando no estás escribiendo.',
  shift: 'Mayús',
  place: {
    everywhere: 'En todas partes',
    queue: 'Cola',
    ticket: 'Ticket',
    publish: 'Publicar',
  },
}
