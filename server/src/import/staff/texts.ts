import type { RowFault } from '@portico/contract/staff/imports'

/** The languages of reports and messages. */
export type ImportLanguage = 'it' | 'en' | 'es'

/** Puts what was found in quotes, if anything was. */
const found = (open: string, close: string) => (detail: string) => (detail ? ` ${open}${detail}${close}` : '')
const it_ = found('«', '»')
const en_ = found('“', '”')
const es_ = found('«', '»')

type Words = {
  head: { line: string; file: string; outcome: string; type: string; record: string; column: string; message: string }
  outcomes: Record<'created' | 'changed' | 'unchanged' | 'refused' | 'skipped', string>
  faults: Record<RowFault, (detail: string) => string>
}

const it: Words = {
  head: {
    line: 'Riga',
    file: 'File',
    outcome: 'Esito',
    type: 'Tipo',
    record: 'Codice',
    column: 'Colonna',
    message: 'Messaggio',
  },
  outcomes: {
    created: 'creato',
    changed: 'aggiornato',
    unchanged: 'già uguale',
    refused: 'rifiutata',
    skipped: 'saltata',
  },
  faults: {
    missing: () => 'Manca un valore obbligatorio',
    number: detail => `Non è un numero:${it_(detail)}`,
    ambiguousNumber: detail => `Migliaia o decimali?${it_(detail)}: scegli il separatore decimale`,
    date: detail => `Non è una data:${it_(detail)}. Scrivi 31/12/2026`,
    noSuchDay: detail => `Questo giorno non esiste:${it_(detail)}`,
    flag: detail => `Non è né sì né no:${it_(detail)}`,
    period: detail => `Cadenza sconosciuta:${it_(detail)}. Scrivi mensile, trimestrale, annuale o il numero di mesi`,
    emailSpace: () => 'L’e-mail contiene uno spazio',
    emailAt: () => 'L’e-mail non ha una sola @',
    emailDomain: () => 'L’e-mail non ha il dominio',
    email: detail => `Non è un indirizzo e-mail:${it_(detail)}`,
    vatDigits: detail => `La P. IVA ha ${detail} ${detail === '1' ? 'cifra' : 'cifre'} invece di 11`,
    vatZero: detail => `Alla P. IVA manca lo zero iniziale: ${detail}`,
    vatNumber: () => 'La P. IVA non è valida',
    language: detail => `Lingua sconosciuta:${it_(detail)}. Scrivi it, en o es`,
    shortened: detail => `Excel ha abbreviato il numero:${it_(detail)}. Riscrivilo per intero`,
    control: () => 'Contiene caratteri che non si possono salvare',
    tooLong: detail => `È troppo lungo: al massimo ${detail} caratteri`,
    tooSmall: detail => `È troppo poco: almeno ${detail}`,
    tooLarge: detail => `È troppo: al massimo ${detail}`,
    whole: () => 'Scrivi un numero intero',
    oneOf: detail => `Scrivi uno di questi valori: ${detail}`,
    sdiCode: () => 'Il codice SDI ha 6 o 7 lettere e cifre',
    userName: () => 'Il nome utente non può contenere spazi',
    width: detail => `La riga è tronca: celle ${detail.replace('/', ' su ')}`,
    quote: () => 'Ci sono virgolette che non si chiudono',
    unknownCustomer: detail => `Nessun cliente corrisponde a${it_(detail)}`,
    severalCustomers: detail => `Più clienti corrispondono a${it_(detail)}`,
    noCustomer: () => 'Manca il cliente',
    severalRecords: detail => `Nel portale ce n’è più d’uno con${it_(detail)}`,
    differs: detail => `Dice altro rispetto alla riga ${detail}`,
    twice: detail => (detail ? `È già nella riga ${detail}` : 'È già in un’altra riga'),
    taken: () => 'È già di un’altra persona',
    elsewhere: detail => `Non è tra i clienti e i dati che puoi modificare:${it_(detail)}`,
    beforeStart: () => 'La fine viene prima dell’inizio',
    fileMissing: detail => `Il file${it_(detail)} non è tra quelli aggiunti`,
    file: detail => `Il file non è accettato: ${detail}`,
    same: detail => `Uguale alla riga ${detail}: saltata`,
    refused: detail => `Non accettata: ${detail}`,
  },
}

const en: Words = {
  head: {
    line: 'Row',
    file: 'File',
    outcome: 'Outcome',
    type: 'Type',
    record: 'Key',
    column: 'Column',
    message: 'Message',
  },
  outcomes: {
    created: 'created',
    changed: 'updated',
    unchanged: 'already the same',
    refused: 'refused',
    skipped: 'skipped',
  },
  faults: {
    missing: () => 'A required value is missing',
    number: detail => `Not a number:${en_(detail)}`,
    ambiguousNumber: detail => `Thousands or decimals?${en_(detail)}: choose the decimal separator`,
    date: detail => `Not a date:${en_(detail)}. Write 31/12/2026`,
    noSuchDay: detail => `There is no such day:${en_(detail)}`,
    flag: detail => `Neither yes nor no:${en_(detail)}`,
    period: detail => `Unknown period:${en_(detail)}. Write monthly, quarterly, yearly or the number of months`,
    emailSpace: () => 'The e-mail contains a space',
    emailAt: () => 'The e-mail has no single @',
    emailDomain: () => 'The e-mail has no domain',
    email: detail => `Not an e-mail address:${en_(detail)}`,
    vatDigits: detail => `The VAT number has ${detail} ${detail === '1' ? 'digit' : 'digits'} instead of 11`,
    vatZero: detail => `The VAT number lacks its first zero: ${detail}`,
    vatNumber: () => 'The VAT number is not valid',
    language: detail => `Unknown language:${en_(detail)}. Write it, en or es`,
    shortened: detail => `Excel has shortened the number:${en_(detail)}. Type it in full`,
    control: () => 'It has characters that cannot be stored',
    tooLong: detail => `It is too long: ${detail} characters at most`,
    tooSmall: detail => `It is too small: ${detail} at least`,
    tooLarge: detail => `It is too large: ${detail} at most`,
    whole: () => 'Write a whole number',
    oneOf: detail => `Write one of these: ${detail}`,
    sdiCode: () => 'The SDI code has 6 or 7 letters and digits',
    userName: () => 'The user name cannot have spaces',
    width: detail => `The row is cut off: ${detail.replace('/', ' of ')} cells`,
    quote: () => 'A quote is not closed',
    unknownCustomer: detail => `No customer matches${en_(detail)}`,
    severalCustomers: detail => `Several customers match${en_(detail)}`,
    noCustomer: () => 'The customer is missing',
    severalRecords: detail => `The portal has several with${en_(detail)}`,
    differs: detail => `It says something other than row ${detail}`,
    twice: detail => (detail ? `It is in row ${detail} already` : 'It is in another row already'),
    taken: () => 'It is another person’s already',
    elsewhere: detail => `It is not among the customers and data that you can change:${en_(detail)}`,
    beforeStart: () => 'The end comes before the start',
    fileMissing: detail => `The file${en_(detail)} is not among those added`,
    file: detail => `The file is not accepted: ${detail}`,
    same: detail => `The same as row ${detail}: skipped`,
    refused: detail => `Not accepted: ${detail}`,
  },
}

const es: Words = {
  head: {
    line: 'Fila',
    file: 'Archivo',
    outcome: 'Resultado',
    type: 'Tipo',
    record: 'Código',
    column: 'Columna',
    message: 'Mensaje',
  },
  outcomes: {
    created: 'creado',
    changed: 'actualizado',
    unchanged: 'ya igual',
    refused: 'rechazada',
    skipped: 'omitida',
  },
  faults: {
    missing: () => 'Falta un valor obligatorio',
    number: detail => `No es un número:${es_(detail)}`,
    ambiguousNumber: detail => `¿Miles o decimales?${es_(detail)}: elige el separador decimal`,
    date: detail => `No es una fecha:${es_(detail)}. Escribe 31/12/2026`,
    noSuchDay: detail => `Ese día no existe:${es_(detail)}`,
    flag: detail => `No es ni sí ni no:${es_(detail)}`,
    period: detail =>
      `Periodicidad desconocida:${es_(detail)}. Escribe mensual, trimestral, anual o el número de meses`,
    emailSpace: () => 'El correo contiene un espacio',
    emailAt: () => 'El correo no tiene una sola @',
    emailDomain: () => 'El correo no tiene dominio',
    email: detail => `No es una dirección de correo:${es_(detail)}`,
    vatDigits: detail => `El NIF-IVA tiene ${detail} ${detail === '1' ? 'cifra' : 'cifras'} en lugar de 11`,
    vatZero: detail => `Al NIF-IVA le falta el cero inicial: ${detail}`,
    vatNumber: () => 'El NIF-IVA no es válido',
    language: detail => `Idioma desconocido:${es_(detail)}. Escribe it, en o es`,
    shortened: detail => `Excel ha abreviado el número:${es_(detail)}. Escríbelo entero`,
    control: () => 'Contiene caracteres que no se pueden guardar',
    tooLong: detail => `Es demasiado largo: ${detail} caracteres como máximo`,
    tooSmall: detail => `Es demasiado poco: ${detail} como mínimo`,
    tooLarge: detail => `Es demasiado: ${detail} como máximo`,
    whole: () => 'Escribe un número entero',
    oneOf: detail => `Escribe uno de estos valores: ${detail}`,
    sdiCode: () => 'El código SDI tiene 6 o 7 letras y cifras',
    userName: () => 'El nombre de usuario no puede contener espacios',
    width: detail => `La fila está cortada: celdas ${detail.replace('/', ' de ')}`,
    quote: () => 'Hay comillas que no se cierran',
    unknownCustomer: detail => `Ningún cliente corresponde a${es_(detail)}`,
    severalCustomers: detail => `Varios clientes corresponden a${es_(detail)}`,
    noCustomer: () => 'Falta el cliente',
    severalRecords: detail => `En el portal hay más de uno con${es_(detail)}`,
    differs: detail => `Dice algo distinto de la fila ${detail}`,
    twice: detail => (detail ? `Ya está en la fila ${detail}` : 'Ya está en otra fila'),
    taken: () => 'Ya es de otra persona',
    elsewhere: detail => `No está entre los clientes y datos que puedes modificar:${es_(detail)}`,
    beforeStart: () => 'El fin es anterior al inicio',
    fileMissing: detail => `El archivo${es_(detail)} no está entre los añadidos`,
    file: detail => `El archivo no se acepta: ${detail}`,
    same: detail => `Igual que la fila ${detail}: omitida`,
    refused: detail => `No aceptada: ${detail}`,
  },
}

const words: Record<ImportLanguage, Words> = { it, en, es }

/** The words of imports in a language. */
export const importWords = (language: ImportLanguage = 'it'): Words => words[language]
