/** Whether a call without `If-Match`, or with this tag in it, may change what it read. */
export const isCurrent = (ifMatch: string | undefined, etag: string): boolean =>
  ifMatch === undefined ||
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some(tag => tag.trim().replace(/^W\//, '') === `"${etag}"`)
