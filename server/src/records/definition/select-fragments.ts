/** What reads return of the file `f`, as arguments of `json_build_object`. */
export const fileFields = `'name', f.name, 'size', f.size, 'mediaType', f.media_type, 'sha256', encode(f.sha256, 'hex'),
  'storageKey', f.storage_key`

/** SQL that reads the file of a contact's record `t` as JSON; `column` holds the file's id. */
export const fileColumn = (column: string): string => `(select json_build_object(${fileFields}) from file f
  where f.service_company_id = t.service_company_id and f.portal_id = t.portal_id and f.contact_id = t.contact_id
    and f.id = t.${column})`

/** SQL that formats an instant as a line has it, with milliseconds. */
export const instantColumn = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
