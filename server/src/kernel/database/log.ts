/** Logs what happens to the database; `detail` never contains values of statements. */
export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
