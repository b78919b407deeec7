import { exampleFile } from '@portico/contract/operator-api'

/** An example of a record type: the body that writes it, and fields that the reply has in addition. */
type Example = { externalId: string; body: Record<string, unknown>; adds?: Record<string, unknown> }

const file = { path: exampleFile.path }

const contact = 'rossi'
const staff = 'anna.tecnica'
const ticket = 'ticket-1260'

/** An example of each record type, each after those that it references: written in this order they form a small company. */
export const recordExamples: Record<string, Example> = {
  serviceCompany: { externalId: 'brenta', body: { name: 'Brenta Servizi' } },
  portal: {
    externalId: 'brenta',
    body: {
      webPortalKey: 'brenta',
      webPortalName: 'Brenta Servizi',
      baseColor: 'hsl(205,70%,32%)',
      supportEmail: 'assistenza@brenta.example',
      supportPhone: '+39 049 5550100',
    },
    adds: { enableServiceContracts: false, disableHtmlEditor: false, confirmBookings: false, timeZone: 'Europe/Rome' },
  },
  group: { externalId: 'assistenza', body: { name: 'Assistenza', email: 'assistenza@brenta.example' } },
  staff: {
    externalId: staff,
    body: { firstName: 'Anna', lastName: 'Tecnica', email: 'anna@brenta.example' },
    adds: { displayName: 'Anna Tecnica' },
  },
  contact: {
    externalId: contact,
    body: {
      portal: 'brenta',
      companyName: 'Officine Rossi S.r.l.',
      vatNumber: 'IT01234567890',
      address: 'Via Roma 1, Padova',
      email: 'info@officinerossi.example',
    },
  },
  webUser: {
    externalId: 'giulia.rossi',
    body: { userName: 'giulia.rossi', email: 'giulia@officinerossi.example', language: 'it-IT' },
  },
  membership: {
    externalId: 'rossi-giulia',
    body: {
      contact,
      webUser: 'giulia.rossi',
      referentName: 'Giulia Rossi',
      flags: ['manageTickets', 'viewContactInvoices'],
    },
    adds: { active: true },
  },
  invitation: {
    externalId: 'invito-giulia',
    body: { contact, webUser: 'giulia.rossi', expiresOn: '2026-03-09T08:30:00.000Z' },
  },
  notification: {
    externalId: 'giulia-risposte',
    body: { webUser: 'giulia.rossi', kind: 'ticketReply', stopped: true },
  },
  ticketType: {
    externalId: 'guasto',
    body: { portal: 'brenta', name: 'Guasto', color: '#c0392b', group: 'assistenza' },
  },
  ticketStep: { externalId: 'nuovo', body: { portal: 'brenta', name: 'Nuovo', taskStatus: 0, position: 10 } },
  wikiFolder: { externalId: 'sala-server', body: { contact, name: 'Sala server' } },
  wikiElement: { externalId: 'nas', body: { folder: 'sala-server', name: 'NAS' } },
  ticket: {
    externalId: ticket,
    body: {
      contact,
      ticketType: 'guasto',
      title: 'Il NAS non risponde',
      description: '<p>Da stamattina non si aprono le cartelle.</p>',
      createdOn: '2026-03-02T08:30:00.000Z',
      creator: 'giulia.rossi',
      group: 'assistenza',
      wikiElement: 'nas',
      ticketNumber: 1260,
      attachments: [file],
    },
    adds: { step: 'nuovo', internalAnnualProgressive: 0 },
  },
  comment: {
    externalId: 'ticket-1260-1',
    body: {
      ticket,
      staff,
      message: '<p>Veniamo oggi pomeriggio.</p>',
      creationDate: '2026-03-02T09:05:00.000Z',
    },
  },
  internalNote: {
    externalId: 'ticket-1260-nota',
    body: { ticket, staff, message: '<p>Garanzia scaduta a gennaio.</p>', createdOn: '2026-03-02T09:10:00.000Z' },
  },
  bookableService: {
    externalId: 'sopralluogo',
    body: {
      portal: 'brenta',
      key: 'sopralluogo',
      name: 'Sopralluogo',
      durationMinutes: 60,
      weeklyHours: ['MON 08:30-12:30', 'THU 14:00-18:00'],
      closedDays: ['2026-12-25'],
      noticeHours: 24,
      horizonDays: 60,
      staff: [staff],
    },
    adds: { bufferMinutes: 0 },
  },
  bookingInvitation: {
    externalId: 'invito-1260',
    body: { ticket, service: 'sopralluogo', expiresOn: '2026-04-01T10:00:00.000Z' },
    adds: { contact, withdrawn: false },
  },
  appointment: {
    externalId: 'appuntamento-7',
    body: {
      service: 'sopralluogo',
      staff,
      start: '2026-03-09T08:00:00.000Z',
      end: '2026-03-09T09:00:00.000Z',
      companyName: 'Officine Rossi S.r.l.',
      phone: '+39 049 5550199',
      email: 'giulia@officinerossi.example',
      bookedOn: '2026-03-03T10:00:00.000Z',
    },
    adds: { heldUntil: '2026-03-09T09:00:00.000Z', language: 'it-IT', sequence: 0 },
  },
  plannedActivity: {
    externalId: 'intervento-88',
    body: {
      ticket,
      activityTypeName: 'Intervento',
      title: 'Sostituzione disco',
      start: '2026-03-04T13:00:00.000Z',
      end: '2026-03-04T15:00:00.000Z',
      staff,
      status: 'planned',
    },
    adds: { contact },
  },
  wikiProperty: {
    externalId: 'nas-matricola',
    body: { element: 'nas', typologyName: 'Matricola', value: 'SN-4471', position: 1 },
    adds: { dataType: 'Text' },
  },
  tag: { externalId: 'rete', body: { portal: 'brenta', name: 'Rete', tagGroupName: 'Impianti' } },
  activityContract: {
    externalId: 'ore-2026',
    body: {
      contact,
      name: 'Assistenza a ore 2026',
      start: '2026-01-01T00:00:00.000Z',
      end: '2026-12-31T22:59:59.000Z',
      hoursAmount: 40,
    },
    adds: { openingUsed: 0 },
  },
  serviceContract: {
    externalId: 'canone-2026',
    body: {
      contact,
      name: 'Canone rete 2026',
      status: 1,
      activeFrom: '2026-01-01T00:00:00.000Z',
      tags: ['rete'],
      wikiElements: ['nas'],
    },
  },
  contractDocument: {
    externalId: 'canone-2026-contratto',
    body: { contract: 'canone-2026', documentName: 'Contratto firmato', file },
  },
  contractPackage: {
    externalId: 'canone-2026-uscite',
    body: { contract: 'canone-2026', name: 'Uscite', unitAmount: 12 },
    adds: { openingUsed: 0 },
  },
  contractActivity: {
    externalId: 'ore-2026-1',
    body: {
      contract: 'ore-2026',
      activityTypeName: 'Intervento',
      start: '2026-03-04T13:00:00.000Z',
      minutes: 90,
      staff,
      address: 'Via Roma 1, Padova',
    },
    adds: { addressType: 2, units: 0 },
  },
  document: {
    externalId: 'verbale-3',
    body: { contact, documentName: 'Verbale prova fumi', createDate: '2026-03-02T08:30:00.000Z', file },
  },
  publicFile: { externalId: 'orari', body: { portal: 'brenta', file } },
  invoice: {
    externalId: 'fattura-2026-118',
    body: { contact, documentNumber: '118/2026', total: 1220.5, invoiceDate: '2026-02-27T23:00:00.000Z', file },
  },
  estimate: {
    externalId: 'preventivo-31',
    body: {
      contact,
      estimateName: 'Nuovo NAS',
      estimateNumber: '31/2026',
      total: 2480,
      estimateCreationDate: '2026-03-05T23:00:00.000Z',
      file,
    },
    adds: { revisionNumber: 0 },
  },
  report: {
    externalId: 'rapporto-88',
    body: { contact, name: 'Rapporto 88', dateTime: '2026-03-04T15:10:00.000Z', ticket, wikiElement: 'nas', file },
  },
  subscription: {
    externalId: 'canone-backup',
    body: {
      contact,
      code: 'BKP-1',
      description: 'Backup remoto, 1 TB',
      quantity: 1,
      taxedTotal: 61,
      advanceDate: '2026-03-31T22:00:00.000Z',
      trigger: { recurrenceType: 20, recurrenceDay: 1 },
    },
  },
  documentToSign: {
    externalId: 'verbale-3-firma',
    body: {
      contact,
      documentName: 'Verbale prova fumi',
      file,
      firstName: 'Giulia',
      lastName: 'Rossi',
      phone: '+393335550118',
      email: 'giulia@officinerossi.example',
      key: 'ewdT3cNq4pXvE8fJ2sLk9A',
      sentOn: '2026-03-02T08:30:00.000Z',
    },
    adds: {
      phoneMayBeTyped: false,
      status: 'unsigned',
      evidence: [
        {
          body: `{"step":"created","at":"2026-03-02T08:30:00.000Z","address":null,"detail":{"sha256":"${exampleFile.sha256}"}}`,
          hash: '1d8ba5bf245c959f5eda07246a56b36df5dab12737de099ecdf150b742de17b2',
        },
      ],
    },
  },
}
