import { listEstimates } from '@portico/contract/estimates'
import { callPage } from '../api.ts'
import type { Here } from '../shell/addresses.ts'
import { pageQuery } from '../shell/page-query.ts'
import type { EstimateSearch } from './estimate-search.ts'

export const estimateList = (here: Here, { open: _, ...query }: EstimateSearch) =>
  pageQuery(['estimates', here, query], (page, signal) =>
    callPage(listEstimates, { params: here, query: { ...query, ...page }, signal }),
  )
