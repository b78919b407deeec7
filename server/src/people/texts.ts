import type { Language } from '@portico/contract/language'
import type { SignInMethod, UsedFactor } from '@portico/contract/sign-in/people'
import type { ContactAct } from '@portico/contract/values/contact-acts'

/** The words of the log of a contact as a CSV file; `at` is told the time zone. */
export type LogTexts = {
  at: (timeZone: string) => string
  columns: readonly [
    what: string,
    person: string,
    staff: string,
    file: string,
    method: string,
    secondFactor: string,
    address: string,
    device: string,
  ]
  acts: Record<ContactAct, string>
  methods: Record<SignInMethod, string>
  factors: Record<UsedFactor, string>
}

/** See {@link LogTexts}. */
export const logTexts: Record<Language, LogTexts> = {
  'it-IT': {
    at: timeZone => `Quando (${timeZone})`,
    columns: [
      'Azione',
      'Persona',
      'Chi gestisce il portale',
      'File',
      'Accesso con',
      'Secondo fattore',
      'Indirizzo di rete',
      'Dispositivo',
    ],
    acts: {
      signIn: 'Accesso',
      fileOpened: 'File aperto',
      seenAs: 'Portale visto come la persona',
      secondFactorRequired: 'Secondo fattore chiesto a tutti',
      secondFactorOptional: 'Obbligo del secondo fattore tolto',
    },
    methods: {
      password: 'Password',
      link: 'Link per e-mail',
      passkey: 'Passkey',
      invitation: 'Invito',
      recovery: 'Nuova password',
    },
    factors: { totp: 'Codice dal telefono', recoveryCode: 'Codice di recupero', passkey: 'Passkey' },
  },
  'en-EN': {
    at: timeZone => `When (${timeZone})`,
    columns: [
      'Action',
      'Person',
      'Service company',
      'File',
      'Signed in by',
      'Second factor',
      'Network address',
      'Device',
    ],
    acts: {
      signIn: 'Sign-in',
      fileOpened: 'File opened',
      seenAs: 'Portal seen as the person',
      secondFactorRequired: 'Second factor required of everybody',
      secondFactorOptional: 'Second factor no longer required',
    },
    methods: {
      password: 'Password',
      link: 'Mailed link',
      passkey: 'Passkey',
      invitation: 'Invitation',
      recovery: 'New password',
    },
    factors: { totp: 'Code from the phone', recoveryCode: 'Recovery code', passkey: 'Passkey' },
  },
  'es-ES': {
    at: timeZone => `Cuándo (${timeZone})`,
    columns: [
      'Acción',
      'Persona',
      'Quien gestiona el portal',
      'Archivo',
      'Acceso con',
      'Segundo factor',
      'Dirección de red',
      'Dispositivo',
    ],
    acts: {
      signIn: 'Acceso',
      fileOpened: 'Archivo abierto',
      seenAs: 'Portal visto como la persona',
      secondFactorRequired: 'Segundo factor exigido a todos',
      secondFactorOptional: 'Segundo factor ya no exigido',
    },
    methods: {
      password: 'Contraseña',
      link: 'Enlace por correo',
      passkey: 'Clave de acceso',
      invitation: 'Invitación',
      recovery: 'Nueva contraseña',
    },
    factors: { totp: 'Código del teléfono', recoveryCode: 'Código de recuperación', passkey: 'Clave de acceso' },
  },
}
