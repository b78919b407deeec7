import type { StaffBooking } from '@portico/contract/staff/planning/bookings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { booking } from './data.ts'

/**
 * The version of a booking that a form changes, also where a newer one is read meanwhile. If somebody else was faster, the form says so;
 * after `takeNewest` the next try changes the newest version.
 */
export const useKnownVersion = ({ id, version }: StaffBooking) => {
  const client = useQueryClient()
  const [known, setKnown] = useState(version)
  const takeNewest = (error: Error) => {
    const newest = client.getQueryData(booking(id).queryKey)
    if (failureCode(error) === 'conflict' && newest) setKnown(newest.version)
  }
  return { version: known, takeNewest }
}
