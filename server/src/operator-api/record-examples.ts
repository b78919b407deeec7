import { exampleFile } from '@portico/contract/operator/records'

/**
 * An example of a record type: the body that writes it, fields that the reply has in addition, and the body that changes it afterwards, with
 * what that leaves in the reply if it is not the same.
 */
type Example = {
  externalId: string
  body: Record<string, unknown>
  adds?: Record<string, unknown>
  changes: Record<string, unknown>
}

const file = { path: exampleFile.path }

const contact = 'rossi'
const staff = 'anna.tecnica'
const ticket = 'ticket-1260'
const workday = [{ from: '08:30', to: '12:30' }]

/** An example of each record type, each after those that it references: written in this order they form a small company. */
export const recordExamples: Record<string, Example> = {
  serviceCompany: {
    externalId: 'brenta',
    changes: { name: 'Brenta Servizi S.r.l.' },
    body: { name: 'Brenta Servizi' },
  },
  portal: {
    externalId: 'brenta',
    changes: { enableServiceContracts: true },
    body: {
      webPortalKey: 'brenta',
      webPortalName: 'Brenta Servizi',
      baseColor: 'hsl(205,70%,32%)',
      supportEmail: 'assistenza@brenta.example',
      supportPhone: '+39 049 5550100',
    },
    adds: {
      logoPlate: false,
      enableServiceContracts: false,
      disableHtmlEditor: false,
      confirmBookings: false,
      answersStrangers: false,
      disablePasswords: false,
      timeZone: 'Europe/Rome',
    },
  },
  group: {
    externalId: 'assistenza',
    changes: { email: 'tecnici@brenta.example' },
    body: { name: 'Assistenza', email: 'assistenza@brenta.example' },
  },
  staff: {
    externalId: staff,
    changes: { email: 'anna.tecnica@brenta.example' },
    body: { firstName: 'Anna', lastName: 'Tecnica', email: 'anna@brenta.example' },
    adds: { displayName: 'Anna Tecnica' },
  },
  contact: {
    externalId: contact,
    changes: { phone: '+39 049 5550123', address: null },
    body: {
      portal: 'brenta',
      companyName: 'Officine Rossi S.r.l.',
      vatNumber: 'IT01234567890',
      address: 'Via Roma 1, Padova',
      email: 'info@officinerossi.example',
      secondFactorRequired: false,
    },
  },
  webUser: {
    externalId: 'giulia.rossi',
    changes: { language: 'en-EN', phone: null },
    body: { userName: 'giulia.rossi', email: 'giulia@officinerossi.example', language: 'it-IT' },
  },
  membership: {
    externalId: 'rossi-giulia',
    changes: { flags: ['manageTickets'] },
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
    changes: { expiresOn: '2026-03-16' },
    body: { contact, webUser: 'giulia.rossi', expiresOn: '2026-03-09' },
  },
  notification: {
    externalId: 'giulia-risposte',
    changes: { stopped: false },
    body: { webUser: 'giulia.rossi', kind: 'ticketReply', stopped: true },
  },
  ticketType: {
    externalId: 'guasto',
    changes: { color: null },
    body: { portal: 'brenta', name: 'Guasto', color: '#c0392b', group: 'assistenza', dueHours: 8 },
  },
  ticketStep: {
    externalId: 'nuovo',
    changes: { position: 20 },
    body: { portal: 'brenta', name: 'Nuovo', taskStatus: 0, position: 10 },
  },
  wikiFolder: { externalId: 'sala-server', changes: { name: 'Sala macchine' }, body: { contact, name: 'Sala server' } },
  wikiElement: { externalId: 'nas', changes: { name: 'NAS di riserva' }, body: { folder: 'sala-server', name: 'NAS' } },
  ticket: {
    externalId: ticket,
    changes: { staff, group: null },
    body: {
      contact,
      ticketType: 'guasto',
      title: 'Il NAS non risponde',
      description: '<p>Da stamattina non si aprono le cartelle.</p>',
      createdOn: '2026-03-02T08:30:00.000Z',
      creator: 'giulia.rossi',
      group: 'assistenza',
      wikiElement: 'nas',
      dueAt: '2026-03-02T16:30:00.000Z',
      ticketNumber: 1260,
      attachments: [file],
    },
    adds: {
      step: 'nuovo',
      internalAnnualProgressive: 0,
      status: 'open',
      link: 'https://portal.example.com/brenta/7/tickets/12',
    },
  },
  comment: {
    externalId: 'ticket-1260-1',
    changes: { ccList: 'ufficio@officinerossi.example' },
    body: {
      ticket,
      staff,
      message: '<p>Veniamo oggi pomeriggio.</p>',
      creationDate: '2026-03-02T09:05:00.000Z',
    },
  },
  internalNote: {
    externalId: 'ticket-1260-nota',
    changes: { staff: null },
    body: { ticket, staff, message: '<p>Garanzia scaduta a gennaio.</p>', createdOn: '2026-03-02T09:10:00.000Z' },
  },
  bookableService: {
    externalId: 'sopralluogo',
    changes: { closedDays: ['2026-12-25', '2026-12-26'] },
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
    adds: { bufferMinutes: 0, active: true, keepsClosings: false },
  },
  bookingInvitation: {
    externalId: 'invito-1260',
    changes: { withdrawn: true },
    body: { ticket, service: 'sopralluogo', expiresOn: '2026-04-01' },
    adds: { contact, withdrawn: false },
  },
  appointment: {
    externalId: 'appuntamento-7',
    changes: { notes: 'Suonare al cancello' },
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
    changes: { status: 'done' },
    body: {
      ticket,
      activityTypeName: 'Intervento',
      title: 'Sostituzione disco',
      start: '2026-03-04T13:00:00.000Z',
      end: '2026-03-04T15:00:00.000Z',
      staff,
      status: 'planned',
    },
    adds: { contact, sequence: 0 },
  },
  absence: {
    externalId: 'ferie-anna-marzo',
    changes: { note: 'Sostituisce Carla' },
    body: { staff, start: '2026-03-16', end: '2026-03-20', kind: 'holiday', note: 'Sostituisce Bruno' },
  },
  workingCalendar: {
    externalId: 'orario-brenta',
    changes: { closings: [] },
    body: {
      portal: 'brenta',
      week: [workday, workday, workday, workday, workday, [], []],
      closings: [
        { name: 'Chiusura estiva', kind: 'yearly', from: '08-10', to: '08-21' },
        { name: 'Lunedì dell’Angelo', kind: 'easter', days: 1 },
      ],
    },
  },
  assetTemplate: {
    externalId: 'firewall',
    changes: { name: 'Firewall e router' },
    body: {
      name: 'Firewall',
      properties: [
        { typologyName: 'Numero di serie', dataType: 'Text' },
        { typologyName: 'Licenza fino al', dataType: 'Date' },
      ],
    },
  },
  wikiProperty: {
    externalId: 'nas-matricola',
    changes: { value: 'SN-4472' },
    body: { element: 'nas', typologyName: 'Matricola', value: 'SN-4471', position: 1 },
    adds: { dataType: 'Text' },
  },
  tag: {
    externalId: 'rete',
    changes: { tagGroupName: null },
    body: { portal: 'brenta', name: 'Rete', tagGroupName: 'Impianti' },
  },
  activityContract: {
    externalId: 'ore-2026',
    changes: { hoursAmount: 60 },
    body: {
      contact,
      name: 'Assistenza a ore 2026',
      start: '2026-01-01',
      end: '2026-12-31',
      hoursAmount: 40,
    },
    adds: { openingUsed: 0, residualMinutes: 2400 },
  },
  serviceContract: {
    externalId: 'canone-2026',
    changes: { activeTo: '2027-12-31' },
    body: {
      contact,
      name: 'Canone rete 2026',
      status: 1,
      activeFrom: '2026-01-01',
      tags: ['rete'],
      wikiElements: ['nas'],
    },
  },
  contractDocument: {
    externalId: 'canone-2026-contratto',
    changes: { documentName: 'Contratto' },
    body: { contract: 'canone-2026', documentName: 'Contratto firmato', file },
  },
  contractPackage: {
    externalId: 'canone-2026-uscite',
    changes: { unitAmount: 24 },
    body: { contract: 'canone-2026', name: 'Uscite', unitAmount: 12 },
    adds: { openingUsed: 0, residualUnits: 12 },
  },
  contractActivity: {
    externalId: 'ore-2026-1',
    changes: { minutes: 120 },
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
  notedTime: {
    externalId: 'ore-intervento-88',
    changes: { minutes: 105 },
    body: {
      plannedActivity: 'intervento-88',
      staff,
      minutes: 90,
      activityTypeName: 'Intervento',
      workedOn: '2026-03-04T13:00:00.000Z',
      contractActivity: 'ore-2026-1',
    },
  },
  document: {
    externalId: 'verbale-3',
    changes: { documentName: 'Verbale della prova fumi' },
    body: { contact, documentName: 'Verbale prova fumi', createDate: '2026-03-02T08:30:00.000Z', file },
  },
  publicFile: { externalId: 'orari', changes: { file: { name: 'orari-2026.pdf' } }, body: { portal: 'brenta', file } },
  invoice: {
    externalId: 'fattura-2026-118',
    changes: { total: 1230.5 },
    body: { contact, documentNumber: '118/2026', total: 1220.5, invoiceDate: '2026-02-28', file },
  },
  estimate: {
    externalId: 'preventivo-31',
    changes: { revisionNumber: 1 },
    body: {
      contact,
      estimateName: 'Nuovo NAS',
      estimateNumber: '31/2026',
      total: 2480,
      estimateCreationDate: '2026-03-06',
      file,
    },
    adds: { revisionNumber: 0 },
  },
  report: {
    externalId: 'rapporto-88',
    changes: { wikiElement: null },
    body: { contact, name: 'Rapporto 88', dateTime: '2026-03-04T15:10:00.000Z', ticket, wikiElement: 'nas', file },
  },
  subscription: {
    externalId: 'canone-backup',
    changes: { quantity: 2, trigger: { recurrenceDay: 15 } },
    body: {
      contact,
      code: 'BKP-1',
      description: 'Backup remoto, 1 TB',
      quantity: 1,
      taxedTotal: 61,
      advanceDate: '2026-04-01',
      trigger: { recurrenceType: 20, recurrenceDay: 1 },
    },
  },
  documentToSign: {
    externalId: 'verbale-3-firma',
    changes: { status: 'withdrawn' },
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
  publicationChange: {
    externalId: 'fattura-118-sostituita',
    changes: { reason: 'Aliquota sbagliata' },
    body: {
      invoice: 'fattura-2026-118',
      what: 'replaced',
      at: '2026-03-02T08:30:00.000Z',
      staff,
      reason: 'Importo sbagliato',
      formerFile: file,
    },
  },
}
