import { useText } from '../text/use-text.ts'

/** The texts of the row that loads further pages. */
export const useMoreLabels = () => {
  const { t } = useText()
  return { loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') }
}
