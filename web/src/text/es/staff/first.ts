import type { staffFirst as english } from '../../en/staff/first.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffFirst: Texts<typeof english> = {
  title: 'Todo listo: el portal está abierto',
  text: 'En cuanto un cliente escriba, el ticket aparecerá aquí. Tres pasos para empezar:',
  colleagues: 'Invita a tus compañeros',
  colleaguesText: 'Cada uno recibe por correo un enlace para elegir su contraseña.',
  customers: 'Incorpora a tus clientes',
  customersText:
    'Por ahora los clientes y las personas entran con una importación, desde un archivo o tu programa de gestión:',
  portal: 'Mira tu portal',
  portalText: 'Es la dirección que darás a tus clientes:',
}
