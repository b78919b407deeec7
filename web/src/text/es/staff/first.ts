import type { staffFirst as english } from '../../en/staff/first.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffFirst: Texts<typeof english> = {
  title: 'Todo listo',
  text: 'En cuanto un cliente escriba, el ticket aparecerá aquí. Por dónde empezar:',
  customers: 'Incorpora a tus clientes',
  customersText: 'Crea el primero e invita a sus personas: cada una elige una contraseña y entra.',
  publish: 'Publica lo que esperan',
  publishText: 'Arrastra facturas, presupuestos, informes y documentos para firmar: se reconocen solos.',
  look: 'Decide qué ven los clientes',
  lookText: 'Color, logotipo, textos y datos de contacto, con vista previa mientras los cambias.',
  colleagues: 'Invita a tus compañeros',
  colleaguesText: 'Cada uno recibe por correo un enlace para elegir su contraseña.',
  address: 'La dirección para tus clientes',
  addressText: 'Entran desde aquí:',
}
