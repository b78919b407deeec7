/** Most files that one drop takes. */
export const droppedMax = 500

const entriesOf = (folder: FileSystemDirectoryEntry) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => {
    const reader = folder.createReader()
    const all: FileSystemEntry[] = []
    // A reader answers a part of them each time, and none at the end.
    const next = () =>
      reader.readEntries(some => {
        all.push(...some)
        if (some.length === 0) resolve(all)
        else next()
      }, reject)
    next()
  })

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

const collect = async (entry: FileSystemEntry, files: File[]): Promise<void> => {
  // Files such as `.DS_Store` and `Thumbs.db` are the system's own.
  if (files.length > droppedMax || entry.name.startsWith('.') || entry.name === 'Thumbs.db') return
  if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry))
  if (!entry.isDirectory) return
  const inside = await entriesOf(entry as FileSystemDirectoryEntry)
  for (const one of inside.sort((a, b) => a.name.localeCompare(b.name))) await collect(one, files)
}

/** The files of a drop, with those of its folders; one more than are accepted shows that there were more. */
export const readDropped = async (data: DataTransfer): Promise<File[]> => {
  // The entries are there only until the event has been handled.
  const entries = [...data.items].flatMap(item => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...data.files]
  const files: File[] = []
  for (const entry of entries) await collect(entry, files)
  return files
}
