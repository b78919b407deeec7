import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

// Linux reuses process ids. The start time distinguishes two processes with the same id.
const startOf = pid => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

const lives = holder => {
  if (!holder) return false
  const { pid, start } = holder
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return start === undefined || now === undefined || start === now
}

const read = file => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const holderIn = text => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Rename is atomic, so only one process gets the stale file. A process that renamed a newer lock by mistake puts it back.
const removeStale = (file, judged) => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) !== judged) linkSync(aside, file)
  } catch {
    // another process was quicker
  }
  rmSync(aside, { force: true })
}

/** Runs `work` while holding the lock `file`. Takes over a lock whose holder has died. Calls `onWait(pid)` once if it has to wait. */
export const withLock = async (file, work, onWait = () => {}) => {
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) })
  const draft = `${file}.${process.pid}.new`
  let told = false
  for (;;) {
    writeFileSync(draft, own)
    try {
      linkSync(draft, file)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
    const text = read(file)
    if (text === undefined) continue
    if (!lives(holderIn(text))) {
      removeStale(file, text)
      continue
    }
    if (!told) onWait(holderIn(text).pid)
    told = true
    await wait(200)
  }
  const release = () => read(file) === own && rmSync(file, { force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
