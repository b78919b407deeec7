import { OperatorError } from '../errors/operator-error.ts'

/** The parsed STORAGE_URL. Without `endpoint` it is AWS; without `credentials` the SDK uses its default credential chain. */
export type S3Address = {
  endpoint?: string
  bucket: string
  region?: string
  /** '' or a text that ends with a slash; the prefix of every key. */
  prefix: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

// The URL contains a secret, so no message repeats it.
const wrong = (what: string) => new OperatorError(`STORAGE_URL ${what}`)

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('holds a % that is not part of a percent-encoded character: write % itself as %25.')
  }
}

const parsed = (text: string) => {
  try {
    return new URL(text)
  } catch {
    throw wrong('is not a valid address: in its key and secret, write / as %2F, @ as %40, : as %3A and + as %2B.')
  }
}

const optionsOf = (url: URL, names: string[]) => {
  const unknown = [...url.searchParams.keys()].find(name => !names.includes(name))
  if (unknown !== undefined) throw wrong(`has an unknown option '${unknown}': the options are ${names.join(', ')}.`)
  return (name: string) => url.searchParams.get(name) || undefined
}

const credentialsOf = (url: URL): S3Address['credentials'] => {
  if (!url.username && !url.password) return undefined
  if (!url.username || !url.password)
    throw wrong('must give both a key and a secret, as s3://KEY:SECRET@…, or neither.')
  return { accessKeyId: decoded(url.username), secretAccessKey: decoded(url.password) }
}

const tlsOf = (value = '1') => {
  if (value !== '0' && value !== '1') throw wrong("has an option 'tls' that is neither 0 nor 1.")
  return value === '1'
}

const prefixOf = (value = '') => {
  const folders = value.split('/').filter(Boolean)
  return folders.length > 0 ? `${folders.join('/')}/` : ''
}

/**
 * Parses STORAGE_URL: `s3://KEY:SECRET@host:port/bucket?region=…&tls=0|1&prefix=…` for an own server, and
 * `s3://KEY:SECRET@bucket?region=…&prefix=…` for AWS; `KEY:SECRET@` is optional. Throws an {@link OperatorError} that names STORAGE_URL.
 */
export const parseStorageUrl = (text: string): S3Address => {
  const url = parsed(text)
  if (url.protocol !== 's3:') throw wrong('must begin with s3:// (without it, files are kept in DATA_DIR).')
  if (!url.hostname) throw wrong('names no host and no bucket.')
  const credentials = credentialsOf(url)
  const [bucket, ...deeper] = url.pathname.split('/').filter(Boolean)

  if (bucket === undefined) {
    if (url.port) throw wrong('names a host but no bucket: s3://host:port/bucket.')
    const option = optionsOf(url, ['region', 'prefix'])
    return { bucket: decoded(url.hostname), region: option('region'), prefix: prefixOf(option('prefix')), credentials }
  }
  if (deeper.length > 0) throw wrong("names more than a bucket in its path: use the option 'prefix' for folders.")
  const option = optionsOf(url, ['region', 'tls', 'prefix'])
  return {
    endpoint: `${tlsOf(option('tls')) ? 'https' : 'http'}://${url.host}`,
    bucket: decoded(bucket),
    region: option('region') ?? 'us-east-1',
    prefix: prefixOf(option('prefix')),
    credentials,
  }
}
