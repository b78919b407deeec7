import { flags } from '@portico/contract/permissions'
import { importFields, type TableKind, tableKinds } from '@portico/contract/staff/imports'
import { csvFields, type Field } from '../csv/csv-columns.ts'
import { personNameTitles, wholeNameTitles } from '../csv/name-titles.ts'
import { plainTitle } from '../csv/plain-title.ts'

/** A field of a table in the staff room. */
type TableField = Omit<Field, 'form'> & { form: Field['form'] | 'email' | 'period' }

const text = (...names: string[]): TableField => ({ form: 'text', names })
const email = (...names: string[]): TableField => ({ form: 'email', names })
const number = (...names: string[]): TableField => ({ form: 'number', names })
const date = (...names: string[]): TableField => ({ form: 'date', names })

const known = (type: string, field: string): TableField => csvFields[type]?.[field] ?? text()

/** Titles that the command line does not know, or that mean something else in a row of customer and person. */
const own: Partial<Record<TableKind, Record<string, TableField>>> = {
  contact: {
    sdiCode: text('codice sdi', 'sdi', 'codice destinatario', 'codice univoco', 'recipient code'),
    email: email(...known('contact', 'email').names),
    phone: text(
      'telefono',
      'tel',
      'telephone',
      'phone',
      'phone number',
      'business phone',
      'primary phone',
      'centralino',
    ),
    personName: text(
      ...['referente', 'contatto', 'nome referente', 'persona', 'person', 'contact', 'contact person'],
      ...['contacto', 'persona de contacto', 'nombre contacto', ...wholeNameTitles, ...personNameTitles],
    ),
    personEmail: email(
      ...['e-mail referente', 'mail referente', 'email persona', 'contact e-mail', 'person e-mail', 'correo contacto'],
    ),
    personPhone: text(
      ...['cellulare', 'cell', 'cellulare referente', 'telefono referente', 'mobile', 'mobile phone', 'contact phone'],
      'phone 1 value',
      ...['movil', 'telefono contacto'],
    ),
    personUserName: text('utente', 'nome utente', 'username', 'login', 'usuario'),
  },
  webUser: {
    email: email(...known('webUser', 'email').names),
    phone: text(...known('webUser', 'phone').names, 'cell'),
  },
  activityContract: {
    hoursAmount: number(...known('activityContract', 'hoursAmount').names, 'ore acquistate', 'ore totali'),
  },
  estimate: {
    estimateName: text(
      'nome',
      'descrizione',
      'oggetto',
      'titolo',
      'subject',
      'description',
      'name',
      'asunto',
      'descripcion',
    ),
    estimateNumber: text(
      'numero',
      'preventivo',
      'numero preventivo',
      'number',
      'estimate',
      'estimate number',
      'presupuesto',
    ),
    revisionNumber: number('revisione', 'rev', 'revision'),
    estimateCreationDate: date('data', 'data preventivo', 'date', 'estimate date', 'fecha'),
    total: number(...known('invoice', 'total').names),
    file: known('invoice', 'file'),
  },
  subscription: {
    code: text('codice', 'codice abbonamento', 'code', 'codigo'),
    description: text('descrizione', 'abbonamento', 'canone', 'servizio', 'description', 'subscription', 'descripcion'),
    quantity: number('quantita', 'q.ta', 'qta', 'quantity', 'cantidad'),
    taxedTotal: number('totale', 'totale ivato', 'importo', 'importo ivato', 'prezzo', 'total', 'amount', 'importe'),
    advanceDate: date(
      ...['prossima scadenza', 'scadenza', 'prossimo rinnovo', 'rinnovo', 'data', 'next date', 'due date', 'renewal'],
      ...['proximo vencimiento', 'vencimiento', 'fecha'],
    ),
    period: {
      form: 'period',
      names: [
        'periodo',
        'periodicita',
        'frequenza',
        'cadenza',
        'ricorrenza',
        'period',
        'frequency',
        'every',
        'frecuencia',
      ],
    },
    externalId: text('id', 'id esterno', 'external id'),
  },
  asset: {
    folder: text('cartella', 'categoria', 'reparto', 'impianto', 'folder', 'category', 'site', 'carpeta', 'categoria'),
    name: text(
      'nome',
      'apparato',
      'macchina',
      'dispositivo',
      'bene',
      'descrizione',
      'name',
      'asset',
      'device',
      'nombre',
      'equipo',
    ),
    property: text(),
  },
}

const flagNames = (kind: TableKind): Record<string, TableField> =>
  kind === 'contact' ? Object.fromEntries(flags.map(flag => [flag, known('webUser', flag)])) : {}

const fieldsOf = (kind: TableKind): Record<string, TableField> => {
  const declared: Record<string, TableField> = { ...flagNames(kind), ...own[kind] }
  const shared = kind in csvFields ? kind : 'invoice'
  return Object.fromEntries(importFields[kind].map(field => [field, declared[field] ?? known(shared, field)]))
}

const fields = new Map(tableKinds.map(kind => [kind, fieldsOf(kind)]))

/** The fields of a kind, by name. */
export const tableFields = (kind: TableKind): Record<string, TableField> => fields.get(kind) ?? {}

/** The field of a title, by its own name or one of those that programs give it. */
export const fieldTitled = (kind: TableKind, title: string): string | undefined => {
  const plain = plainTitle(title)
  if (plain === '') return undefined
  const all = Object.entries(tableFields(kind))
  return (
    all.find(([field]) => plainTitle(field) === plain)?.[0] ??
    all.find(([, { names }]) => names.some(name => plainTitle(name) === plain))?.[0]
  )
}

const required: Record<TableKind, string[]> = {
  contact: ['companyName'],
  webUser: ['email'],
  invoice: ['documentNumber', 'invoiceDate', 'total', 'file'],
  estimate: ['estimateName', 'estimateNumber', 'estimateCreationDate', 'total', 'file'],
  activityContract: ['name', 'start', 'end', 'hoursAmount'],
  serviceContract: ['name', 'activeFrom'],
  subscription: ['code', 'description', 'taxedTotal', 'advanceDate', 'period'],
  asset: ['folder', 'name'],
}

/** The fields that name a row's customer. */
const customerFields = ['contact', 'contactVatNumber', 'contactFiscalCode']

/** Whether each row of a kind belongs to a customer that is there already. */
const hasCustomer = (kind: TableKind): boolean => kind !== 'contact'

/** The fields without which nothing of a kind can be imported and that no column fills. */
export const missingFields = (kind: TableKind, columns: readonly (string | null)[]): string[] => {
  const has = (field: string) => columns.includes(field)
  const missing = required[kind].filter(field => {
    if (field === 'email') return !has('email') && !has('userName')
    if (field === 'hoursAmount') return !has('hoursAmount') && !has('unitAmount')
    return !has(field)
  })
  if (hasCustomer(kind) && !customerFields.some(has)) missing.push('contact')
  return missing
}

/** By what the rows of a kind can be told apart, given the fields that columns fill. */
export const keyChoices = (kind: TableKind, columns: readonly (string | null)[]): string[] => {
  const has = (field: string) => columns.includes(field)
  if (kind === 'contact') return ['externalId', 'vatNumber', 'fiscalCode', 'email', 'companyName'].filter(has)
  if (kind === 'webUser') return ['externalId', 'email', 'userName'].filter(has)
  return has('externalId') ? ['externalId', 'natural'] : ['natural']
}
