import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperatorError } from '../kernel/errors/operator-error.ts'

/** Creates a folder if needed and returns its absolute path. Throws an OperatorError if it is not writable. */
export const createOutputFolder = async (folder: string): Promise<string> => {
  const path = resolve(folder)
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`Nothing can be written to ${path} (${code}). Make it a folder of this user.`, {
      cause: error,
    })
  }
}

/** The error of writing into a folder as an OperatorError if its disk is full or a quota is used up, else the error itself. */
export const describeFullDisk = (folder: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  const reason = `The disk of ${folder} is full (${code}), and nothing was kept.`
  return new OperatorError(`${reason} Free some space or name a folder on another disk, and start again.`, {
    cause: error,
  })
}
