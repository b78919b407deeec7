import type { Language } from '@portico/contract/language'
import { access as accessEn } from '../../web/src/text/en/access.ts'
import { signing as signingEn } from '../../web/src/text/en/signing.ts'
import { staffBrand as brandEn } from '../../web/src/text/en/staff/brand.ts'
import { staffCustomers as customersEn } from '../../web/src/text/en/staff/customers.ts'
import { staffFirst as firstEn } from '../../web/src/text/en/staff/first.ts'
import { staffPassword as passwordEn } from '../../web/src/text/en/staff/password.ts'
import { staffPublish as publishEn } from '../../web/src/text/en/staff/publishing/publish.ts'
import { staffPublishNav as publishNavEn } from '../../web/src/text/en/staff/publishing/publish-nav.ts'
import { staffSignatures as signaturesEn } from '../../web/src/text/en/staff/publishing/signatures.ts'
import { staffQueue as queueEn } from '../../web/src/text/en/staff/queue.ts'
import { staffSettings as settingsEn } from '../../web/src/text/en/staff/settings.ts'
import { staffSetup as setupEn } from '../../web/src/text/en/staff/setup.ts'
import { staffShell as shellEn } from '../../web/src/text/en/staff/shell.ts'
import { staffTicket as deskEn } from '../../web/src/text/en/staff/ticket.ts'
import { ticket as ticketFormEn } from '../../web/src/text/en/ticket.ts'
import { tickets as ticketsEn } from '../../web/src/text/en/tickets.ts'
import { viewingBar as viewingEn } from '../../web/src/text/en/viewing/bar.ts'
import { words as wordsEn } from '../../web/src/text/en/words.ts'
import { access as accessIt } from '../../web/src/text/it/access.ts'
import { signing as signingIt } from '../../web/src/text/it/signing.ts'
import { staffBrand as brandIt } from '../../web/src/text/it/staff/brand.ts'
import { staffCustomers as customersIt } from '../../web/src/text/it/staff/customers.ts'
import { staffFirst as firstIt } from '../../web/src/text/it/staff/first.ts'
import { staffPassword as passwordIt } from '../../web/src/text/it/staff/password.ts'
import { staffPublish as publishIt } from '../../web/src/text/it/staff/publishing/publish.ts'
import { staffPublishNav as publishNavIt } from '../../web/src/text/it/staff/publishing/publish-nav.ts'
import { staffSignatures as signaturesIt } from '../../web/src/text/it/staff/publishing/signatures.ts'
import { staffQueue as queueIt } from '../../web/src/text/it/staff/queue.ts'
import { staffSettings as settingsIt } from '../../web/src/text/it/staff/settings.ts'
import { staffSetup as setupIt } from '../../web/src/text/it/staff/setup.ts'
import { staffShell as shellIt } from '../../web/src/text/it/staff/shell.ts'
import { staffTicket as deskIt } from '../../web/src/text/it/staff/ticket.ts'
import { ticket as ticketFormIt } from '../../web/src/text/it/ticket.ts'
import { tickets as ticketsIt } from '../../web/src/text/it/tickets.ts'
import { viewingBar as viewingIt } from '../../web/src/text/it/viewing/bar.ts'
import { words as wordsIt } from '../../web/src/text/it/words.ts'
import { menuTexts } from '../../web/src/text/menu-names.ts'

/** What the way of a new company says, in the staff room and in the customers' portal. */
export const firstStepsWords = {
  'it-IT': {
    access: accessIt,
    ticketForm: ticketFormIt,
    tickets: ticketsIt,
    signing: signingIt,
    viewing: viewingIt,
    brand: brandIt,
    customers: customersIt,
    first: firstIt,
    password: passwordIt,
    publish: publishIt,
    publishNav: publishNavIt,
    signatures: signaturesIt,
    queue: queueIt,
    settings: settingsIt,
    setup: setupIt,
    shell: shellIt,
    desk: deskIt,
    words: wordsIt,
    menu: menuTexts('it').shell.menu,
  },
  'en-EN': {
    access: accessEn,
    ticketForm: ticketFormEn,
    tickets: ticketsEn,
    signing: signingEn,
    viewing: viewingEn,
    brand: brandEn,
    customers: customersEn,
    first: firstEn,
    password: passwordEn,
    publish: publishEn,
    publishNav: publishNavEn,
    signatures: signaturesEn,
    queue: queueEn,
    settings: settingsEn,
    setup: setupEn,
    shell: shellEn,
    desk: deskEn,
    words: wordsEn,
    menu: menuTexts('en').shell.menu,
  },
} satisfies Partial<Record<Language, object>>

/** One of {@link firstStepsWords}. */
export type FirstStepsWords = (typeof firstStepsWords)[keyof typeof firstStepsWords]
