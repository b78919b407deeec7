import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
/** What reads return of the file `f`, as arguments of `json_build_object`. */
export const fileFields = `'name', f.name, 'size', f.size, 'mediaType', f.media_type, 'sha256', encode(f.sha256, 'hex'),
  'storageKey', f.storage_key`

/** SQL that reads the file of a contact's record `t` as JSON; `column` holds the file's id. */
export const fileColumn = (column: string): string => `(select json_build_object(${fileFields}) from file f
  where ${sameContact('f', 't').sql}
    and f.id = t.${column})`

/** SQL that formats an instant as a line has it, with milliseconds. */
export const instantColumn = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: the time zone of a record `t` that belongs to no portal, that of the first portal of its service company. */
export const companyTimeZone = `coalesce((select p.time_zone from portal p where p.service_company_id = t.service_company_id order by p.id limit 1), 'UTC')`

const portalTimeZone = `(select p.time_zone from portal p where ${sameCompany('p', 't').sql} and p.id = t.portal_id)`

/**
 * SQL that formats the date of a record `t` as a line has it: as a day if it is the first moment of one in the portal's time zone, or with
 * `end` its last second; else as an instant.
 */
export const dayColumn = (column: string, { end = false, timeZone = portalTimeZone } = {}): string => {
  const clock = `to_char(${column} at time zone z.name, 'HH24:MI:SS.US')`
  return `(select case when ${clock} = '${end ? '23:59:59' : '00:00:00'}.000000' then to_char(${column} at time zone z.name, 'YYYY-MM-DD')
    else ${instantColumn(column)} end from (select ${timeZone} as name) z)`
}
