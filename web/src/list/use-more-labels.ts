import { useTranslation } from 'react-i18next'

/** The texts of the row that loads further pages. */
export const useMoreLabels = () => {
  const { t } = useTranslation()
  return { loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') }
}
