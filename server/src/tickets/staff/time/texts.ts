import type { Language } from '@portico/contract/language'

/** The titles of the columns of exported time, in their order, and the name of the file. */
export type TimeTexts = {
  columns: readonly [
    day: string,
    person: string,
    customer: string,
    ticket: string,
    subject: string,
    activity: string,
    contract: string,
    minutes: string,
    hours: string,
  ]
  unassigned: string
  week: string
  team: string
  month: string
}

/** See {@link TimeTexts}. */
export const timeTexts: Record<Language, TimeTexts> = {
  'it-IT': {
    columns: ['Giorno', 'Persona', 'Cliente', 'Ticket', 'Oggetto', 'Attività', 'Contratto', 'Minuti', 'Ore'],
    unassigned: 'senza contratto',
    week: 'settimana',
    team: 'squadra',
    month: 'mese',
  },
  'en-EN': {
    columns: ['Day', 'Person', 'Customer', 'Ticket', 'Subject', 'Activity', 'Contract', 'Minutes', 'Hours'],
    unassigned: 'without a contract',
    week: 'week',
    team: 'team',
    month: 'month',
  },
  'es-ES': {
    columns: ['Día', 'Persona', 'Cliente', 'Ticket', 'Asunto', 'Actividad', 'Contrato', 'Minutos', 'Horas'],
    unassigned: 'sin contrato',
    week: 'semana',
    team: 'equipo',
    month: 'mes',
  },
}
