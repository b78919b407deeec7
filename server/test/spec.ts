import type { Access } from '@portico/contract/endpoint'

// The calls of the API with their fields and access, and the states that the demo shows, as docs/specification/ has them: written out
// once more, so that a change of the contract alone does not pass.

/** The fields of each entity. */
export const entities = {
  'Current user': ['id', 'userName', 'contacts[]'],
  Contact: [
    'contacts[].contactId',
    'contacts[].companyName',
    'contacts[].manageTickets',
    'contacts[].administrator',
    'contacts[].viewContactContracts',
    'contacts[].viewRecurringAdvances',
    'contacts[].viewContactActivityReports',
    'contacts[].viewContactWiki',
    'contacts[].viewEstimates',
    'contacts[].viewContactInvoices',
    'contacts[].viewContactDocuments',
    'contacts[].uploadContactDocuments',
    'contacts[].portalSettings.webPortalKey',
    'contacts[].portalSettings.webPortalName',
    'contacts[].portalSettings.customCss',
    'contacts[].portalSettings.disableHtmlEditor',
    'contacts[].portalSettings.enableServiceContracts',
  ],
  'Portal settings': ['logoUrl', 'baseColor', 'footerCustomHtml', 'customCss', 'enableServiceContracts'],
  Ticket: [
    'id',
    'title',
    'description',
    'ticketNumber',
    'internalAnnualProgressive',
    'taskType.name',
    'taskType.color',
    'taskStatus.step.name',
    'taskStatus.step.taskStatus',
    'createdOn',
    'nextPlannedActivityInfo',
    'comments[].id',
    'comments[].message',
    'comments[].creationDate',
    'comments[].attachments[].id',
    'comments[].attachments[].name',
    'comments[].attachments[].url',
    'comments[].senderContactWebUser.webUser.id',
    'comments[].senderContactWebUser.webUser.userName',
    'comments[].senderUser.displayName',
    'comments[].senderUser.hasProfileImage',
    'comments[].senderUser.profileImage',
    'assignedGroup.name',
    'assignedUser.firstName',
    'assignedUser.lastName',
    'creatorContactWebUser.referentName',
    'creatorContactWebUser.companyName',
  ],
  'New ticket': ['id', 'title', 'description', 'ticketNumber', 'attachments[].id', 'wikiElement.id'],
  Comment: [
    'id',
    'message',
    'creationDate',
    'attachments[].id',
    'attachments[].name',
    'attachments[].url',
    'senderContactWebUser.webUser.id',
    'senderContactWebUser.webUser.userName',
    'senderUser',
  ],
  'Upload response': ['id', 'url'],
  'Ticket type': ['id', 'name'],
  Colleague: ['webUserId', 'referentName'],
  'Activity report': ['id', 'name', 'dateTime', 'documentUrl', 'taskId', 'taskName'],
  'Activity contract': [
    'id',
    'name',
    'start',
    'end',
    'isExpired',
    'activityContractType',
    'residual_Time_String',
    'hoursAmount',
    'residual_UnitAmount',
    'unitAmount',
    'activities[].id',
    'activities[].activityTypeName',
    'activities[].start',
    'activities[].reportDocumentUrl',
    'activities[].assignedUser',
    'activities[].addressType',
    'activities[].activityLocation_Address',
  ],
  'Service contract': [
    'id',
    'name',
    'status',
    'expiring30Days',
    'isExpired',
    'activeFrom',
    'activeTo',
    'tagIds[]',
    'wikiElementIds[]',
    'tags[].id',
    'tags[].name',
    'tags[].tagGroupName',
    'wikiElements[].name',
    'documents[].id',
    'documents[].url',
    'documents[].documentName',
    'packages[].id',
    'packages[].name',
    'packages[].unitsText',
    'packages[].residualText',
    'packages[].activities[].id',
  ],
  Tag: ['id', 'name', 'tagGroupName'],
  'Wiki element': [
    'id',
    'name',
    'folderName',
    'wikiFolderId',
    'properties[].id',
    'properties[].typologyName',
    'properties[].dataType',
    'properties[].value',
    'properties[].url',
    'contracts[].name',
  ],
  Document: ['id', 'documentName', 'createDate', 'url'],
  'Public file': ['id', 'fileName', 'url'],
  Invoice: ['id', 'documentNumber', 'total', 'invoiceDate', 'invoiceDocumentUrl'],
  Estimate: [
    'id',
    'estimateName',
    'estimateNumber',
    'revisionNumber',
    'total',
    'estimateCreationDate',
    'estimateDocumentUrl',
  ],
  'Recurring advance': [
    'id',
    'code',
    'description',
    'quantity',
    'taxedTotal',
    'advanceDate',
    'trigger.recurrenceType',
    'trigger.frequencyWeek',
    'trigger.recurrenceDayOfWeek',
    'trigger.frequencyMonth',
    'trigger.recurrenceDay',
    'trigger.recurrenceMonth',
  ],
} as const satisfies Record<string, string[]>

type Row = {
  method: 'GET' | 'POST'
  path: string
  entity: keyof typeof entities
  /** Answers a list of the entity. */
  list?: true
  query?: string
  /** Fields that lists leave out. */
  except?: string[]
  body?: 'newTicket' | 'newComment' | 'upload'
  /** Who may make it. */
  access: Access
}

const listed = ['description', 'comments']

/** The calls, what they answer, and to whom. */
export const calls: Row[] = [
  { method: 'GET', path: '/api/Users/me', entity: 'Current user', access: 'user' },
  { method: 'GET', path: '/api/users/me', entity: 'Contact', access: 'user' },
  { method: 'GET', path: '/api/Settings/portals/{company}', entity: 'Portal settings', access: 'open' },
  { method: 'GET', path: '/api/settings/{company}/publicfiles', entity: 'Public file', list: true, access: 'portal' },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/tickets',
    entity: 'Ticket',
    list: true,
    except: listed,
    query: '?from=2020-01-01&to=2027-01-01 10:00&wikiFilter=',
    access: 'manageTickets',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/tickets/all',
    entity: 'Ticket',
    list: true,
    except: listed,
    query: '?from=2020-01-01&to=2027-01-01&webUserIds=&wikiFilter=',
    access: 'administrator',
  },
  { method: 'GET', path: '/api/{company}/{contactid}/tickets/{ticketid}', entity: 'Ticket', access: 'manageTickets' },
  {
    method: 'POST',
    path: '/api/{company}/{contactid}/tickets',
    entity: 'New ticket',
    body: 'newTicket',
    access: 'manageTickets',
  },
  { method: 'GET', path: '/api/settings/{company}/tickets/types', entity: 'Ticket type', list: true, access: 'portal' },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/wikielements',
    entity: 'Wiki element',
    list: true,
    query: '?filter=',
    access: 'viewContactWiki',
  },
  {
    method: 'POST',
    path: '/api/{company}/{contactid}/documents/upload',
    entity: 'Upload response',
    body: 'upload',
    access: 'manageTickets',
  },
  {
    method: 'POST',
    path: '/api/{company}/{contactid}/comments/attachments',
    entity: 'Upload response',
    body: 'upload',
    access: 'manageTickets',
  },
  {
    method: 'POST',
    path: '/api/{company}/{contactid}/Comments',
    entity: 'Comment',
    body: 'newComment',
    access: 'manageTickets',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/activities/activityreports',
    entity: 'Activity report',
    list: true,
    query: '?from=2020-01-01&to=2027-01-01&wikiFilter=',
    access: 'viewContactActivityReports',
  },
  {
    method: 'GET',
    path: '/api/users/{contactid}/colleagues',
    entity: 'Colleague',
    list: true,
    access: 'administrator',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/activitycontracts',
    entity: 'Activity contract',
    list: true,
    query: '?from=2020-01-01&to=2030-01-01',
    access: 'viewContactContracts',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/activitycontracts/servicecontracts',
    entity: 'Service contract',
    list: true,
    query: '?from=2020-01-01&to=2030-01-01',
    access: 'viewContactContracts',
  },
  { method: 'GET', path: '/api/settings/{company}/tags', entity: 'Tag', list: true, access: 'open' },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/documents',
    entity: 'Document',
    list: true,
    access: 'viewContactDocuments',
  },
  {
    method: 'POST',
    path: '/api/{company}/{contactid}/documents/upload/contact',
    entity: 'Upload response',
    body: 'upload',
    access: ['viewContactDocuments', 'uploadContactDocuments'],
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/invoices',
    entity: 'Invoice',
    list: true,
    query: '?from=2020-01-01&to=2027-01-01',
    access: 'viewContactInvoices',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/estimates',
    entity: 'Estimate',
    list: true,
    query: '?from=2020-01-01&to=2027-01-01',
    access: 'viewEstimates',
  },
  {
    method: 'GET',
    path: '/api/{company}/{contactid}/jobadvances/recurring',
    entity: 'Recurring advance',
    list: true,
    access: 'viewRecurringAdvances',
  },
]

/** The demo's contacts with every section, by their external ids. */
export type DemoContact = 'rossi-brenta' | 'rossi-energia' | 'verdi' | 'costa'

// biome-ignore lint/suspicious/noExplicitAny: answers as they come, each state looks at what it names
type Is = (row: any) => boolean
type Shown = { path: string; list?: false; shown: Record<string, Is>; of?: DemoContact[] }

const at = '/api/{company}/{contactid}'
const DAY = 86_400_000
const days = (row: { start: string; end: string }) => (Date.parse(row.end) - Date.parse(row.start)) / DAY
const named = (ending: RegExp) => (row: { documentName: string; url: string }) =>
  ending.test(row.documentName) || ending.test(row.url.split('?')[0] ?? '')

/** The states that the demo shows in every contact (specification/demo.md#demo-states), or in those named. */
export const states: Shown[] = [
  {
    path: `${at}/tickets`,
    shown: {
      'an open ticket, status 0': row => row.taskStatus.step.taskStatus === 0,
      'a pending one, status 1': row => row.taskStatus.step.taskStatus === 1,
      'a closed one, status 2': row => row.taskStatus.step.taskStatus === 2,
      'one about an asset': row => row.wikiElement !== null,
    },
  },
  {
    path: `${at}/tickets`,
    of: ['rossi-brenta'],
    shown: {
      'a planned activity': row => row.nextPlannedActivityInfo !== null,
      'a number of the year': row => row.internalAnnualProgressive > 0,
      'none of the year': row => row.internalAnnualProgressive === 0,
    },
  },
  {
    path: `${at}/activities/activityreports`,
    shown: {
      'a report of a ticket': row => row.taskId !== null && row.taskName !== null,
      'one without': row => row.taskId === null,
    },
  },
  {
    path: `${at}/activitycontracts`,
    shown: {
      'a contract in hours, type 0': row => row.activityContractType === 0 && row.residual_Time_String !== null,
      'one in units, type 1': row => row.activityContractType === 1 && row.residual_UnitAmount !== null,
      'an active one': row => !row.isExpired && !row.expiring30Days && days(row) > 30,
      'one in expiry': row => !row.isExpired && row.expiring30Days,
      'an expired one': row => row.isExpired,
      'activities at an address, type 2': row =>
        row.activities.some((one: Record<string, unknown>) => one.addressType === 2 && one.activityLocation_Address),
      'activities elsewhere': row =>
        row.activities.some((one: Record<string, unknown>) => one.addressType !== 2 && !one.activityLocation_Address),
      'activities with a report': row => row.activities.some((one: Record<string, unknown>) => one.reportDocumentUrl),
    },
  },
  {
    path: `${at}/activitycontracts/servicecontracts`,
    shown: {
      'an active contract, status 1': row => row.status === 1 && !row.expiring30Days && !row.isExpired,
      'one in expiry': row => row.status === 1 && row.expiring30Days,
      'an expired one, status 4': row => row.status === 4 && row.isExpired,
    },
  },
  {
    path: `${at}/activitycontracts/servicecontracts`,
    of: ['rossi-brenta', 'rossi-energia'],
    shown: { 'another status, shown as expired': row => ![1, 4].includes(row.status) && row.isExpired },
  },
  {
    path: `${at}/wikielements`,
    shown: {
      'properties that are files': row =>
        row.properties.some((one: Record<string, unknown>) => one.dataType === 'File'),
      'properties that are not': row => row.properties.some((one: Record<string, unknown>) => one.dataType !== 'File'),
      'an asset under a contract': row => row.contracts.length > 0,
    },
  },
  {
    path: `${at}/documents`,
    shown: {
      'a picture': named(/\.(png|jpe?g)$/i),
      'a PDF': named(/\.pdf$/i),
      'a text document': named(/\.docx$/i),
      'an archive': named(/\.zip$/i),
      'a file of another kind': row => !named(/\.(png|jpe?g|pdf|docx|zip)$/i)(row),
    },
  },
  {
    path: `${at}/jobadvances/recurring`,
    shown: {
      'a weekly one, type 10': row => row.trigger.recurrenceType === 10,
      'a monthly one, type 20': row => row.trigger.recurrenceType === 20,
      'a yearly one, type 30': row => row.trigger.recurrenceType === 30,
    },
  },
  {
    path: `${at}/jobadvances/recurring`,
    of: ['rossi-brenta'],
    shown: {
      'every month': row => row.trigger.recurrenceType === 20 && !row.trigger.frequencyMonth,
      'every so many months': row => row.trigger.recurrenceType === 20 && row.trigger.frequencyMonth > 1,
      'every so many weeks': row => row.trigger.recurrenceType === 10 && row.trigger.frequencyWeek > 1,
    },
  },
  { path: `${at}/invoices`, shown: { 'an invoice': row => row.total > 0 } },
  {
    path: `${at}/estimates`,
    shown: { 'a first version': row => row.revisionNumber <= 1, 'a revised one': row => row.revisionNumber > 1 },
  },
  {
    path: '/api/settings/portals/{company}',
    list: false,
    of: ['rossi-energia'],
    shown: {
      'service contracts, a style sheet of its own, a footer': row =>
        row.enableServiceContracts && row.customCss !== null && row.footerCustomHtml !== null,
    },
  },
  {
    path: '/api/settings/portals/{company}',
    list: false,
    of: ['costa'],
    shown: { 'the marker of the default colour': row => row.baseColor === 'hsl(123,0%,0%)' },
  },
]
