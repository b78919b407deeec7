import { listSearch } from '../list/list-params.ts'

export const readEstimateSearch = listSearch('estimateCreationDate', 'estimateName', 'estimateNumber', 'total')
export type EstimateSearch = ReturnType<typeof readEstimateSearch>
