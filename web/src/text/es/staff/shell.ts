import type { staffShell as english } from '../../en/staff/shell.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffShell: Texts<typeof english> = {
  name: 'Mostrador',
  nameOf: 'Portico, el mostrador de {{company}}',
  skip: 'Ir al contenido',
  sections: 'Secciones',
  moreSections: 'Más',
  rail: {
    tickets: 'Cola',
    visits: 'Visitas',
    customers: 'Clientes',
    mail: 'Correo',
    time: 'Horas',
    publish: 'Publicar',
    contracts: 'Contratos',
    assets: 'Activos',
    portals: 'Portales',
    look: 'Aspecto',
    settings: 'Ajustes',
  },
  toAnswer: 'por responder',
  toSort: 'correos por clasificar',
  yourMenu: 'tu menú',
  role: { technician: 'técnico', office: 'oficina', administrator: 'administrador' },
  search: 'Buscar',
  searchKey: 'Buscar y comandos',
  keysKey: 'Estas teclas',
  account: 'Tu cuenta',
  letterKeys: 'Usar las teclas de una sola letra',
  language: 'Idioma',
  scheme: { title: 'Tema', light: 'Claro', dark: 'Oscuro', system: 'Como el sistema' },
  density: { title: 'Densidad', comfortable: 'Amplia', compact: 'Compacta' },
  signOut: 'Cerrar sesión',
  notifications: 'Avisos',
  screenFailed: 'No se ha podido mostrar esta página',
  screenAwaited: 'Se abrirá sola en cuanto el servidor vuelva a responder.',
  seeAs: {
    button: 'Ver como {{name}}',
    blocked:
      'El navegador ha bloqueado la pestaña nueva. Permite las ventanas emergentes de este sitio e inténtalo de nuevo.',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'Puede que la dirección sea incorrecta o que lo que había ya no esté.',
    home: 'Ir a la cola',
  },
}
