/** The SQL name of a field of the API: `viewAllTickets` is the column `view_all_tickets`. */
export const columnName = (field: string): string => field.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
