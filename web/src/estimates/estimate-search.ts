import { listSearch } from '../shell/list-search.ts'

export const readEstimateSearch = listSearch('estimateCreationDate', 'estimateName', 'estimateNumber', 'total')
export type EstimateSearch = ReturnType<typeof readEstimateSearch>
