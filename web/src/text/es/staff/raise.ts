import type { staffRaise as english } from '../../en/staff/raise.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffRaise: Texts<typeof english> = {
  title: 'Nuevo ticket',
  back: 'Volver a la cola',
  customerMissing: 'Elige el cliente.',
  customerFirst: 'Elige primero el cliente.',
  person: 'Persona',
  personHint: 'La persona ve el ticket y recibe sus correos.',
  nobody: 'Nadie en particular',
  noPeople: 'Nadie de este cliente tiene acceso.',
  titleField: 'Título',
  titleMissing: 'Escribe un título.',
  type: 'Tipo',
  chooseType: 'Elige un tipo',
  typeMissing: 'Elige un tipo.',
  due: 'Vencimiento',
  dueHint: 'Si falta, cuentan las horas del tipo.',
  description: 'Descripción',
  descriptionMissing: 'Escribe de qué se trata.',
  attachments: 'Archivos',
  send: 'Abrir el ticket',
  raised: 'Ticket {{number}} abierto',
  failed: 'El ticket no se ha abierto',
  uploading: 'Algunos archivos todavía se están subiendo. Envía el ticket cuando hayan llegado.',
  uploadFailed: 'Algunos archivos no han llegado. Vuelve a intentarlo o quítalos.',
  tooLong: 'La descripción es demasiado larga.',
}
