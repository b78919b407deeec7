import type { staffAccess as english } from '../../en/staff/access.ts'
import type { Texts } from '../../shape/catalogue-shape.ts'

export const staffAccess: Texts<typeof english> = {
  title: 'Entrar en el mostrador',
  hint: 'Con la dirección de correo de tu invitación.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  submit: 'Continuar',
  wrong: 'Correo o contraseña incorrectos. Quien administra el mostrador puede enviarte un enlace nuevo.',
  tryAgainAt: 'Demasiados intentos. Puedes volver a intentarlo a las {{time}}.',
  ended: 'La sesión ha terminado. Entra de nuevo: seguirás donde estabas.',
  company: '¿Para qué empresa trabajas ahora?',
  companyHint: 'Tu dirección y tu contraseña abren el mostrador de varias empresas.',
  back: 'Entrar como otra persona',
  staffOnly: 'Solo para quienes trabajan aquí. Los clientes entran por otra dirección, la suya.',
  enrolTitle: 'Un código del teléfono, además de la contraseña',
  enrolText:
    'Para entrar al mostrador también hace falta un código que solo conoce tu teléfono: quien averigüe tu contraseña no entra. Se configura una sola vez, en un par de minutos.',
  lost: '¿Has perdido el teléfono y también los códigos? Quien administra el mostrador puede retirar el código de tu cuenta: entras con la contraseña y configuras uno nuevo.',
  leave: 'Salir',
}
