import { describe, expect, it } from 'vitest'
import { highlight } from '../ui/palette/highlight.ts'
import { ccAddresses, ccFault } from './conversation/cc.ts'
import {
  annualNumber,
  byDay,
  findSide,
  hasContent,
  isClosed,
  mayClose,
  missingFields,
  statusKind,
  ticketNumber,
} from './rules.ts'

const step = (taskStatus: number) => ({ step: { name: '', taskStatus } })
const giulia = { id: 7 }
const raisedBy = (webUserId: number) => ({ webUserId, referentName: '', companyName: '' })

describe('numbers', () => {
  it('shows the ticket number, and the annual one only when greater than 0', () => {
    expect(ticketNumber({ ticketNumber: 1284 })).toBe('#1284')
    expect(annualNumber({ internalAnnualProgressive: 0 })).toBeNull()
    expect(annualNumber({ internalAnnualProgressive: 52 })).toBe('52')
  })
})

describe('status', () => {
  it('follows the step', () => {
    const assignedUser = { firstName: 'M', lastName: 'F', profileImage: null }
    expect(statusKind({ taskStatus: step(0), assignedUser: null })).toBe('open')
    expect(statusKind({ taskStatus: step(0), assignedUser })).toBe('progress')
    expect(statusKind({ taskStatus: step(1), assignedUser })).toBe('pending')
    expect(statusKind({ taskStatus: step(2), assignedUser })).toBe('closed')
    expect(isClosed({ taskStatus: step(2) })).toBe(true)
  })

  it('lets the raiser and administrators close an open ticket, nobody a closed one', () => {
    const open = { taskStatus: step(0), creatorContactWebUser: raisedBy(7) }
    expect(mayClose(open, giulia, { administrator: false })).toBe(true)
    expect(mayClose({ ...open, creatorContactWebUser: raisedBy(8) }, giulia, { administrator: false })).toBe(false)
    expect(mayClose({ ...open, creatorContactWebUser: null }, giulia, { administrator: false })).toBe(false)
    expect(mayClose({ ...open, creatorContactWebUser: raisedBy(8) }, giulia, { administrator: true })).toBe(true)
    expect(mayClose({ ...open, taskStatus: step(2) }, giulia, { administrator: true })).toBe(false)
  })
})

describe('conversation', () => {
  it('distinguishes the reader, colleagues and staff', () => {
    const from = (id: number) => ({
      senderContactWebUser: { referentName: '', webUser: { id, userName: '' } },
      senderInCopy: null,
      quotedMailId: null,
      quotedLines: 0,
      opensQuoted: false,
    })
    expect(findSide(from(7), giulia)).toBe('mine')
    expect(findSide(from(8), giulia)).toBe('colleague')
    expect(findSide({ senderContactWebUser: null, senderInCopy: null }, giulia)).toBe('staff')
    const senderInCopy = { address: 'a@b.example', name: null }
    expect(findSide({ senderContactWebUser: null, senderInCopy }, giulia)).toBe('colleague')
  })

  it('groups messages by day in the reader’s time zone', () => {
    const messages = ['2026-03-01T22:30:00Z', '2026-03-01T23:30:00Z', '2026-03-02T10:00:00Z'].map(creationDate => ({
      creationDate,
    }))
    const inRome = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })
    expect(
      byDay(messages, instant => inRome.format(new Date(instant))).map(day => [day.day, day.messages.length]),
    ).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 2],
    ])
    expect(byDay([], String)).toEqual([])
  })
})

describe('required fields', () => {
  it('counts a description without text or image as missing', () => {
    expect(hasContent('<p><br></p><p>&nbsp; </p>')).toBe(false)
    expect(hasContent('<p>x</p>')).toBe(true)
    expect(hasContent('<p><img src="/api/files/1/a.png"></p>')).toBe(true)
  })

  it('finds the missing fields', () => {
    expect(missingFields({ title: ' ', taskTypeId: null, description: '' })).toEqual({
      title: true,
      taskTypeId: true,
      description: true,
    })
    expect(missingFields({ title: 'a', taskTypeId: 1, description: '<p>b</p>' })).toEqual({
      title: false,
      taskTypeId: false,
      description: false,
    })
  })
})

describe('CC field', () => {
  it('splits addresses at commas and semicolons, without duplicates', () => {
    expect(ccAddresses(' a@b.it; c@d.it,A@B.it ;')).toEqual(['A@B.it', 'c@d.it'])
    expect(ccFault('')).toBeNull()
    expect(ccFault('a@b.it, c@d.it')).toBeNull()
  })

  it('finds the first invalid address, and more than 20 addresses', () => {
    expect(ccFault('a@b.it, nobody, x')).toEqual({ kind: 'address', address: 'nobody' })
    const many = Array.from({ length: 21 }, (_, index) => `a${index}@b.it`)
    expect(ccFault(many.join(','))).toEqual({ kind: 'many' })
    expect(ccFault(many.slice(1).join(','))).toBeNull()
  })
})

describe('highlight', () => {
  it('finds words regardless of case and accents', () => {
    expect(highlight('Perché la perche', 'PERCHE')).toEqual([
      { text: 'Perché', hit: true },
      { text: ' la ', hit: false },
      { text: 'perche', hit: true },
    ])
  })

  it('marks each of several words', () => {
    expect(highlight('VPN cade spesso', 'cade vpn').filter(({ hit }) => hit)).toEqual([
      { text: 'VPN', hit: true },
      { text: 'cade', hit: true },
    ])
  })

  it('leaves a text in one piece if nothing is found or searched', () => {
    expect(highlight('Label printer', '')).toEqual([{ text: 'Label printer', hit: false }])
    expect(highlight('Label printer', 'xyz')).toEqual([{ text: 'Label printer', hit: false }])
  })
})
