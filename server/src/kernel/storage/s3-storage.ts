import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { isStorageKey, requireStorageKey, type Storage, StorageMissing, StorageUnavailable } from './storage.ts'
import { parseStorageUrl, type S3Address } from './storage-address.ts'

const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2
const REMOVALS_AT_ONCE = 8
/** Bytes read at once and held in memory: the server would close a response that is read as slowly as a phone receives it. */
const PIECE_BYTES = 1024 * 1024

/** Timeouts in milliseconds, and the number of attempts. `upload` is the time to send a part and get its answer. */
export type S3Patience = { connect: number; answer: number; upload: number; attempts: number }

/** In a minute both parts of an upload get there over a line of 1.4 Mbit/s, or those of ten uploads over one of 14. */
const PATIENCE: S3Patience = { connect: 3000, answer: 15_000, upload: 60_000, attempts: 3 }

const unavailable = (cause: unknown) => {
  const reason = cause instanceof Error ? cause.name : 'unknown'
  return new StorageUnavailable(`the S3 storage cannot be used (${reason})`, { cause })
}

const onS3 = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (cause) {
    throw unavailable(cause)
  }
}

const clientFor = (
  { endpoint, region, credentials }: S3Address,
  { connect, answer, attempts }: Omit<S3Patience, 'upload'>,
) =>
  new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: endpoint !== undefined,
    // Many S3 servers refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      socketTimeout: answer,
    },
  })

/** Opens a storage in a bucket of S3 or of a compatible server; `url` is STORAGE_URL. */
export const openS3Storage = (url: string, patience: S3Patience = PATIENCE): Storage => {
  const address = parseStorageUrl(url)
  const client = clientFor(address, patience)
  const uploads = clientFor(address, { ...patience, answer: patience.upload })
  const { bucket: Bucket, prefix } = address

  const objectAt = (key: string) => {
    requireStorageKey(key)
    return { Bucket, Key: prefix + key }
  }

  /** Asks for a part of an object, again if the answer is cut: the client tries again only what has no answer at all. */
  const ask = async (key: string, Range: string) => {
    for (let attempt = 1; ; attempt++) {
      const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...objectAt(key), Range }))
      if (!Body) throw new Error('an answer without a body')
      try {
        return { bytes: await Body.transformToByteArray(), size: Number(ContentRange?.split('/')[1]) }
      } catch (error) {
        if (attempt >= patience.attempts) throw error
      }
    }
  }

  /** Reads a part of an object; returns it with the size of the whole. */
  const read = async (key: string, start: number, last: number) => {
    try {
      return await ask(key, `bytes=${start}-${Math.min(last, start + PIECE_BYTES - 1)}`)
    } catch (cause) {
      if (cause instanceof RangeError) throw cause
      // An empty object has no first byte, so every range is invalid.
      if (cause instanceof S3ServiceException && cause.name === 'InvalidRange' && start === 0)
        return { bytes: new Uint8Array(), size: 0 }
      if (cause instanceof S3ServiceException && cause.name === 'NoSuchKey')
        throw new StorageMissing('no such object', { cause })
      throw unavailable(cause)
    }
  }

  const removeOne = async (key: string) => {
    try {
      await client.send(new DeleteObjectCommand(objectAt(key)))
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.name !== 'NoSuchKey') throw unavailable(error)
    }
  }

  return {
    async put(key, body) {
      let broken: unknown
      const watched = async function* () {
        try {
          yield* body
        } catch (error) {
          broken = error
          throw error
        }
      }
      const params = { ...objectAt(key), Body: Readable.from(watched(), { objectMode: false }) }
      const upload = new Upload({
        client: uploads,
        params,
        queueSize: PARTS_AT_ONCE,
        partSize: PART_BYTES,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
      } catch (error) {
        throw broken ?? unavailable(error)
      } finally {
        body.destroy()
      }
    },

    async get(key, range) {
      const last = range?.end ?? Number.POSITIVE_INFINITY
      const start = range?.start ?? 0
      const first = await read(key, start, last)
      const pieces = async function* () {
        let { bytes, size } = first
        yield bytes
        for (let at = start + bytes.length; at <= Math.min(last, size - 1); at += bytes.length) {
          bytes = (await read(key, at, last)).bytes
          if (bytes.length === 0) throw unavailable(new Error('an empty answer'))
          yield bytes
        }
      }
      return Readable.from(pieces(), { objectMode: false })
    },

    async remove(keys) {
      // One request per object: the call for several needs a checksum that not every server supports.
      const left = [...keys]
      left.forEach(requireStorageKey)
      const work = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) await removeOne(key)
      }
      await Promise.all(Array.from({ length: REMOVALS_AT_ONCE }, work))
    },

    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          for (const { Key = '', LastModified, Size = 0 } of Contents) {
            const key = Key.slice(prefix.length)
            if (isStorageKey(key) && LastModified) yield { key, modified: LastModified, size: Size }
          }
        }
      } catch (cause) {
        throw unavailable(cause)
      }
    },

    async sweepUnfinished(before) {
      const { Uploads = [] } = await onS3(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })))
      let swept = 0
      for (const { Key = '', UploadId, Initiated } of Uploads) {
        if (!isStorageKey(Key.slice(prefix.length)) || !Initiated || Initiated >= before) continue
        await onS3(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
        swept += 1
      }
      return swept
    },

    async check() {
      await onS3(client.send(new HeadBucketCommand({ Bucket })))
    },
  }
}
