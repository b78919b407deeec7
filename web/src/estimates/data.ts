import { listEstimates } from '@portico/contract/estimates'
import { callPage } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { EstimateSearch } from './estimate-search.ts'

export const estimateList = (here: Here, { open: _, ...query }: EstimateSearch) =>
  pageQuery(['estimates', here, query], (page, signal) =>
    callPage(listEstimates, { params: here, query: { ...query, ...page }, signal }),
  )
