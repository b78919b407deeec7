import { type Flag, flags } from '@portico/contract/permissions'
import { OperatorError } from '../../kernel/errors/operator-error.ts'
import { hasNameInParts, namePartTitled, personNameTitles, wholeNameTitles } from './name-titles.ts'
import { plainTitle } from './plain-title.ts'

/** How the cells of a column are read, and the titles that it may have beside the field's own name. */
export type Field = { form: 'text' | 'number' | 'date' | 'flag'; names: readonly string[] }

/** Definitions of columns. `names` are the accepted titles beside the field's own name; case, accents and punctuation are ignored. */
const text = (...names: string[]): Field => ({ form: 'text', names })
const number = (...names: string[]): Field => ({ form: 'number', names })
const date = (...names: string[]): Field => ({ form: 'date', names })

const externalId = text('id', 'codice', 'code', 'codigo', 'id esterno', 'external id')
const mail = [
  ...['e-mail', 'mail', 'posta elettronica', 'indirizzo e-mail', 'e-mail address', 'e-mail 1 value'],
  ...['correo', 'correo electronico'],
]
const phone = text(
  ...[
    'telefono',
    'tel',
    'cellulare',
    'telephone',
    'phone number',
    'mobile',
    'mobile phone',
    'primary phone',
    'phone 1 value',
  ],
  'movil',
)
const vat = ['partita iva', 'p. iva', 'piva', 'vat', 'vat number', 'vat no', 'nif', 'cif', 'nif iva']
const fiscal = ['codice fiscale', 'cod. fiscale', 'c.f.', 'tax code', 'fiscal code', 'codigo fiscal']

/** Columns that identify the row's contact, by external id or by VAT number or fiscal code. */
const ofContact = {
  contact: text(
    ...['cliente', 'codice cliente', 'cod. cliente', 'azienda', 'client', 'customer', 'customer id', 'company'],
    ...['organization', 'organization name', 'organization 1 name', 'codigo cliente', 'empresa'],
  ),
  contactVatNumber: text(...vat),
  contactFiscalCode: text(...fiscal),
}

const granted = {
  hoursAmount: number('ore', 'monte ore', 'hours', 'horas'),
  unitAmount: number('unita', 'quantita', 'units', 'unidades'),
  openingUsed: number('gia usate', 'ore usate', 'consumato', 'used', 'usadas'),
}

/** The titles of the ten flags: the names that the portal's menu has for what they open. */
const flagNames: Record<Flag, string[]> = {
  manageTickets: ['ticket', 'i miei ticket', 'gestione ticket', 'tickets', 'my tickets', 'mis tickets'],
  administrator: ['amministratore', 'tutti i ticket', 'all tickets', 'administrador', 'todos los tickets'],
  viewContactContracts: ['contratti', 'contracts', 'contratos'],
  viewRecurringAdvances: [
    'abbonamenti',
    'abbonamenti attivi',
    'canoni',
    'subscriptions',
    'active subscriptions',
    'suscripciones',
    'suscripciones activas',
  ],
  viewContactActivityReports: ['rapportini', 'rapporti', 'reports', 'partes', 'partes de trabajo', 'informes'],
  viewContactWiki: ['wiki'],
  viewEstimates: ['preventivi', 'estimates', 'presupuestos'],
  viewContactInvoices: ['fatture', 'invoices', 'facturas'],
  viewContactDocuments: [
    'file aziendali',
    'documenti',
    'company files',
    'documents',
    'archivos de empresa',
    'documentos',
  ],
  uploadContactDocuments: ['caricamento file', 'carica file', 'upload files', 'file upload', 'subir archivos'],
}

const name = text('nome', 'descrizione', 'contratto', 'description', 'contract', 'nombre', 'descripcion', 'contrato')
const from = ['inizio', 'data inizio', 'dal', 'decorrenza', 'from', 'start date', 'desde', 'inicio', 'fecha inicio']
const to = [
  'fine',
  'data fine',
  'al',
  'scadenza',
  'to',
  'end date',
  'expiry',
  'hasta',
  'fin',
  'fecha fin',
  'vencimiento',
]

/** The fields of each type, by name. */
export const csvFields: Record<string, Record<string, Field>> = {
  contact: {
    externalId,
    companyName: text(
      'ragione sociale',
      'denominazione',
      'azienda',
      'cliente',
      'nome',
      'company',
      'company name',
      'organization',
      'organization name',
      'organization 1 name',
      'name',
      'customer',
      'razon social',
      'empresa',
      'nombre',
      ...personNameTitles,
    ),
    vatNumber: text(...vat),
    fiscalCode: text(...fiscal),
    address: text(
      ...['indirizzo', 'sede', 'via', 'street', 'street address', 'business street', 'address 1 street'],
      ...['direccion', 'domicilio', 'calle'],
    ),
    postcode: text(
      ...['cap', 'codice postale', 'codice avviamento postale', 'postal code', 'post code', 'zip', 'zip code'],
      ...['business postal code', 'address 1 postal code', 'codigo postal', 'cp'],
    ),
    town: text(
      ...['citta', 'comune', 'localita', 'city', 'business city', 'address 1 city'],
      ...['ciudad', 'poblacion', 'localidad', 'municipio'],
    ),
    province: text('prov', 'provincia', 'pr', 'sigla provincia', 'state', 'business state', 'address 1 region'),
    country: text('nazione', 'paese', 'business country/region', 'address 1 country', 'pais'),
    phone,
    // A certified mailbox is the customer's, and never the sign-in of a person.
    email: text(...mail, 'pec', 'indirizzo pec', 'e-mail pec'),
  },
  webUser: {
    externalId,
    userName: text('utente', 'nome utente', 'username', 'user', 'login', 'usuario', 'nombre de usuario'),
    email: text(...mail),
    phone,
    language: text('lingua', 'idioma'),
    password: text('parola chiave', 'contrasena'),
    ...ofContact,
    referentName: text('referente', 'nome', 'nombre', ...wholeNameTitles, ...personNameTitles),
    ...Object.fromEntries(flags.map(flag => [flag, { form: 'flag' as const, names: flagNames[flag] }])),
  },
  invoice: {
    externalId,
    ...ofContact,
    documentNumber: text(
      'numero',
      'numero fattura',
      'numero documento',
      'n. fattura',
      'n. documento',
      'num',
      'n. doc.',
      'num. doc.',
      'fattura',
      'number',
      'invoice number',
      'invoice',
      'invoice no',
      'numero factura',
      'factura',
    ),
    total: number(
      'totale',
      'totale fattura',
      'totale documento',
      'tot. doc.',
      'importo',
      'amount',
      'invoice total',
      'importe',
      'importe total',
    ),
    openAmount: number(
      'da incassare',
      'residuo',
      'scoperto',
      'to be collected',
      'open amount',
      'por cobrar',
      'pendiente',
    ),
    invoiceDate: date('data', 'data fattura', 'data documento', 'data doc.', 'date', 'fecha', 'fecha factura'),
    file: text('pdf', 'allegato', 'documento', 'attachment', 'fichero', 'archivo'),
    original: text('xml', 'file xml', 'fattura elettronica xml', 'electronic invoice xml', 'factura electronica xml'),
  },
  activityContract: { externalId, ...ofContact, name, start: date(...from), end: date(...to), ...granted },
  serviceContract: {
    externalId,
    ...ofContact,
    name,
    status: number('stato', 'estado'),
    activeFrom: date(...from),
    activeTo: date(...to),
  },
}

/** The types of records that can be imported from CSV files. */
export const csvTypes: readonly string[] = Object.keys(csvFields)

/** A column map: the field of a column, null for a column to ignore, or a constant value for a field. */
export type CsvMap = Record<string, string | null | { value: string | number | boolean }>

/** A column that is imported: its position, its title, and the field it fills. */
type Column = { at: number; title: string; field: string; form: Field['form'] }

/** The imported columns of a table, the constants of its map, and the titles of columns that are ignored. */
export type Mapping = { columns: Column[]; constants: Record<string, string | number | boolean>; unknown: string[] }

const fieldNamed = (fields: Record<string, Field>, title: string) =>
  Object.keys(fields).find(field => plainTitle(field) === plainTitle(title)) ??
  Object.entries(fields).find(([, { names }]) => names.some(name => plainTitle(name) === plainTitle(title)))?.[0]

/** Maps the columns of a header row to fields; throws an OperatorError if the columns cannot be mapped. */
export const mappingOf = (type: string, titles: string[], map: CsvMap): Mapping => {
  const fields = csvFields[type]
  if (!fields) throw new OperatorError(`The type of the rows is one of ${csvTypes.join(', ')}.`)
  const known = `Fields of ${type}: ${Object.keys(fields).join(', ')}.`
  const constants: Mapping['constants'] = {}
  const mapped = new Map<string, string | null>()
  for (const [name, meant] of Object.entries(map)) {
    const field = typeof meant === 'object' && meant !== null ? name : meant
    if (field !== null && !Object.hasOwn(fields, field)) throw new OperatorError(`The map names "${field}". ${known}`)
    if (typeof meant === 'object' && meant !== null) constants[name] = meant.value
    else if (!titles.some(title => plainTitle(title) === plainTitle(name)))
      throw new OperatorError(`The map names the column "${name}", which the file has not: ${titles.join(', ')}.`)
    else mapped.set(plainTitle(name), meant)
  }
  const columns: Column[] = []
  const hasParts = hasNameInParts(titles)
  const unknown: string[] = []
  for (const [at, title] of titles.entries()) {
    const meant = mapped.get(plainTitle(title))
    const field = meant === undefined ? fieldNamed(fields, title) : meant
    if (field === undefined) unknown.push(title || `column ${at + 1}`)
    if (field === undefined || field === null || constants[field] !== undefined) continue
    const twin = columns.find(column => column.field === field)
    const areParts = hasParts && namePartTitled(title) && twin && namePartTitled(twin.title)
    if (twin && !areParts)
      throw new OperatorError(
        `The columns "${twin.title}" and "${title}" are both ${field}: say in a map which one is.`,
      )
    columns.push({ at, title, field, form: fields[field]?.form ?? 'text' })
  }
  if (columns.length === 0) throw new OperatorError(`No column of the file is known: ${titles.join(', ')}. ${known}`)
  return { columns, constants, unknown }
}
