/** Logs events of the database connection; `detail` never contains parameter values. */
export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void
