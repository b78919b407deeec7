/** Whether a file still opens at its signed address, which expires after an hour: requests its first byte. */
export const isFileAvailable = async (address: string, signal?: AbortSignal) => {
  const response = await fetch(address, { headers: { Range: 'bytes=0-0' }, cache: 'no-store', signal })
  return response.ok
}
