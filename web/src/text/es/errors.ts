import type { errors as english } from '../en/errors.ts'
import type { Texts } from '../shape/catalogue-shape.ts'

export const errors: Texts<typeof english> = {
  unauthenticated: 'La sesión ha caducado. Vuelve a iniciar sesión.',
  wrong_credentials: 'Nombre de usuario o contraseña incorrectos',
  second_factor_required: 'Aquí hace falta un segundo factor.',
  forbidden: 'No tienes acceso a esta sección.',
  read_only: 'Estás viendo como otra persona: aquí no se puede escribir.',
  not_found: 'Esta página no existe o no está disponible para ti.',
  invalid_code: 'Código no válido',
  wrong_code: 'El código no es correcto o ya se ha usado. Espera al siguiente.',
  link_used: 'Este enlace ya se ha usado.',
  invalid_otp_code: 'Código OTP no válido',
  fill_all_required_fields: 'Rellena todos los campos obligatorios',
  fill_all_fields: 'Rellena todos los campos',
  fill_required_fields: 'Rellena los campos obligatorios',
  check_passwords: 'Comprueba las contraseñas introducidas',
  weak_password:
    'La contraseña es demasiado corta o demasiado común. Usa al menos 12 caracteres, sin tu nombre ni el de la empresa o el portal.',
  no_phone_number: 'Atención: no se ha indicado ningún número de teléfono, no es posible continuar con la firma OTP',
  error_creating_appointment: 'Error al crear la cita',
  already_signed: 'Este documento ya está firmado.',
  already_cancelled: 'Esta cita ya está anulada.',
  too_late: 'Ya es demasiado tarde para hacerlo.',
  file_too_large: 'El archivo supera los 25 MB.',
  file_type_refused: 'Este tipo de archivo no se admite, o su contenido no coincide con el nombre.',
  file_empty: 'El archivo está vacío.',
  invalid_request: 'La solicitud contiene algo que no es válido. Revisa los datos introducidos.',
  too_many_requests: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
  conflict: 'Alguien ha modificado estos datos mientras tanto. Recarga y vuelve a intentarlo.',
  unavailable: 'El portal no responde en este momento. Inténtalo de nuevo dentro de poco.',
  storage_full:
    'Se ha agotado el espacio para los archivos de este portal. El archivo no se ha subido: avisa al soporte.',
  internal: 'Se ha producido un error por nuestra parte. Inténtalo de nuevo; si se repite, contacta con el soporte.',
  network: 'No se puede acceder al portal. Comprueba la conexión e inténtalo de nuevo.',
}
