import { describe, expect, test } from 'vitest'
import { parseStorageUrl } from './storage-address.ts'

describe('parseStorageUrl', () => {
  test('parses the address of an own server', () => {
    expect(parseStorageUrl('s3://KEY:se%2Fcr%2Bet@minio.example:9000/files?region=eu&tls=0&prefix=/a/b')).toEqual({
      endpoint: 'http://minio.example:9000',
      bucket: 'files',
      region: 'eu',
      prefix: 'a/b/',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'se/cr+et' },
    })
  })

  test('uses TLS unless turned off, and has a default region', () => {
    expect(parseStorageUrl('s3://K:S@10.0.0.1/files')).toMatchObject({
      endpoint: 'https://10.0.0.1',
      region: 'us-east-1',
      prefix: '',
    })
    expect(parseStorageUrl('s3://K:S@[::1]:9000/files?tls=1')).toMatchObject({ endpoint: 'https://[::1]:9000' })
  })

  test('parses a bucket of AWS; without region and credentials the SDK finds them', () => {
    expect(parseStorageUrl('s3://my.bucket?region=eu-south-1&prefix=p')).toEqual({
      bucket: 'my.bucket',
      region: 'eu-south-1',
      prefix: 'p/',
      credentials: undefined,
    })
    expect(parseStorageUrl('s3://K:S@bucket/')).toMatchObject({ bucket: 'bucket', credentials: { accessKeyId: 'K' } })
  })

  test.each([
    ['https://minio.example/files', 'must begin with s3://'],
    ['files', 'not a valid address'],
    ['s3://KEY:se/cret@minio.example/files', 'write / as %2F'],
    ['s3://', 'names no host'],
    ['s3://host:9000', 'no bucket'],
    ['s3://KEY@host/files', 'both a key and a secret'],
    ['s3://KEY:sec%ret@host/files', 'percent-encoded'],
    ['s3://K:S@host/files/deeper', "option 'prefix'"],
    ['s3://K:S@host/files?tls=yes', "option 'tls'"],
    ['s3://K:S@host/files?regoin=eu', "unknown option 'regoin'"],
    ['s3://K:S@bucket?tls=0', "unknown option 'tls'"],
  ])('explains what is wrong with %s, without the secret', (url, reason) => {
    expect(() => parseStorageUrl(url)).toThrow(/^STORAGE_URL /)
    expect(() => parseStorageUrl(url)).toThrow(reason)
    expect(() => parseStorageUrl(url)).not.toThrow(/se\/cret|sec%ret/)
  })
})
