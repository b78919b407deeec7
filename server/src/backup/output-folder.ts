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
